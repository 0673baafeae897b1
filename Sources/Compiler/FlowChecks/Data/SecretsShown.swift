import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Rejects places that show the host a value which can be secret, unless the flow discloses it.
///
/// ```xml
/// <set name="hint" from="password"/>
/// …
/// <show name="hint" from="hint"/>
/// ```
enum SecretsShown: StaticCheck {
    static let codes: [DiagnosticCode] = [.secretShown]

    /// Adds a finding for each place at which the host sees a secret that the flow does not disclose.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let taint = subject.analyses.taint
        var reported: Set<SourceRange> = []
        for exposure in taint.exposures.sorted(by: { $0.key < $1.key }).flatMap(\.value)
        where exposure.taint.contains(.secret) && exposure.show?.isDisclosed != true {
            guard let range = location(of: exposure, subject), reported.insert(range).inserted else { continue }
            findings.append(finding(exposure, at: range, subject.flow.slots[exposure.slot]))
        }
    }

    /// Creates a finding on an exposed secret. The host sees it in a `show`, as an offered list or as a time limit.
    private static func finding(
        _ exposure: TaintAnalysis.Exposure, at range: SourceRange, _ slot: Slot
    ) -> Diagnostic {
        let holds = slot.type.isSecret ? "is secret" : "can hold a secret"
        guard exposure.show != nil else {
            let exposing = slot.type == .list ? "offers it to the user" : "shows it to the app as a time limit"
            return Diagnostic(
                .secretShown, at: range, "'\(slot.name)' \(holds), but the step \(exposing)",
                subjects: [slot.name], help: ["use a value that is not secret"])
        }
        return Diagnostic(
            .secretShown, at: range, "'\(slot.name)' \(holds), but this shows it to the user", subjects: [slot.name],
            help: ["add disclose=\"true\" if you show it on purpose"])
    }

    /// Returns the location at which the flow names an exposed value.
    ///
    /// For an offered list or a time limit, this can be the location of the node. Returns nil if no location is known.
    private static func location(of exposure: TaintAnalysis.Exposure, _ subject: CheckSubject) -> SourceRange? {
        let annotations = subject.annotations
        if let show = exposure.show {
            guard let place = show.place.map({ annotations.shows[$0] }) else { return nil }
            return show.source.origin == .slot(exposure.slot) ? place.from : place.otherwise
        }
        let needs = annotations.states[exposure.state]?.needs ?? []
        return needs.first { $0.source == Source(.slot(exposure.slot)) }?.range
            ?? subject.flow.states[exposure.state].node.map { annotations.nodes[$0].range }
    }
}

extension DiagnosticCode {
    /// A secret that the host sees.
    package static let secretShown = DiagnosticCode(
        "secret-shown", summary: "A secret must not be shown without `disclose=\"true\"`.")
}

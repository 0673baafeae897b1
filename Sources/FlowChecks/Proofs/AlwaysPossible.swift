import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
package import FlowModel
import FlowTable

/// Rejects flows in which a step rejects an event that the author asserts to be always possible. Warns if the host
/// cannot cancel.
///
/// ```xml
/// <always event="resend"/>
/// ```
package enum AlwaysPossible: ProofCheck {
    package static let codes: [DiagnosticCode] = [.alwaysViolated, .noCancel]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var isCancelAsserted = false
        for case .always(let name, let range, let use) in proof.annotations.statements.assertions {
            if name == "cancel", use == nil { isCancelAsserted = true }
            guard let gap = gaps(name, proof, use?.nodes).first(where: { $0.node != nil }), let node = gap.node else {
                continue
            }
            let isRefused = gap.label != nil
            let help =
                isRefused
                ? "add a transition for it there without a guard"
                : "add <on event=\"\(name)\" …/> there, to a group around it, or to the flow"
            proof.add(
                .alwaysViolated, at: range,
                "'\(gap.name)' \(isRefused ? "can refuse" : "does not handle") '\(name)'", node: node,
                then: gap.label, use: use, help: [help], to: &findings)
        }
        if !isCancelAsserted { warnOfCancel(proof, &findings) }
    }

    private static func warnOfCancel(_ proof: Proof, _ findings: inout ProofFindings) {
        // A stuck step needs the same repair, and that is reported.
        let stuck = Set(findings.findings.filter { $0.code == .stuckStep }.map(\.range))
        let gaps = gaps("cancel", proof).filter { !stuck.contains($0.range) }
        guard let first = gaps.first else { return }
        for gap in gaps {
            guard let label = gap.label, let node = gap.node else { continue }
            let predicates = Set(label.decisions.map(\.predicate))
            findings.alarms.append(
                Alarm(
                    code: .noCancel, range: gap.range, node: node, rejectedEvent: label.event, predicates: predicates))
        }
        let others = gaps.dropFirst().prefix(3).map { Diagnostic.Note("nor at '\($0.name)'", at: $0.range) }
        let rest = gaps.count > 4 ? [Diagnostic.Note("nor at \(gaps.count - 4) other steps")] : []
        findings.add(
            Diagnostic(
                .noCancel, at: first.range, "the user cannot cancel at '\(first.name)'", notes: others + rest,
                help: ["add <on event=\"cancel\" to=\"…\"/>, preferably to the flow"]))
    }

    private struct Gap {
        let name: String
        let range: SourceRange
        /// A node of the graph that shows it, if there is one.
        let node: Int?
        let label: EdgeLabel?
    }

    /// Returns the steps that do not accept an event, each once, in the order of the flow; `nodes` restricts them.
    private static func gaps(_ name: String, _ proof: Proof, _ nodes: ClosedRange<Int>? = nil) -> [Gap] {
        let event = number(of: name, proof.flow)
        let flow = proof.flow
        // By node of the flow: its first state without the event, or the first rejection there.
        var untaken = [StateID?](repeating: nil, count: flow.nodes.count)
        for state in proof.graph.entered where flow.states[state].isPresent {
            guard let node = flow.states[state].node,
                event.map({ flow.states[state].transitions[$0] == nil }) ?? true
            else { continue }
            untaken[node] = min(untaken[node] ?? state, state)
        }
        var refused: [Int: (number: Int, label: EdgeLabel)] = [:]
        for (number, label) in proof.graph.hostRejections where label.event == event {
            let state = proof.graph.nodes[number].state
            guard flow.states[state].isPresent, let node = flow.states[state].node, untaken[node] == nil else {
                continue
            }
            if refused[node] == nil { refused[node] = (number, label) }
        }
        let numbers = firstNodes(proof)
        return (nodes.map(Array.init) ?? Array(flow.nodes.indices)).compactMap { node in
            guard untaken[node] != nil || refused[node] != nil else { return nil }
            return Gap(
                name: flow.nodes[node].id, range: proof.annotations.nodes[node].range,
                node: untaken[node].map { numbers[$0] } ?? refused[node]?.number, label: refused[node]?.label)
        }
    }

    /// Returns by state the first node of the graph.
    private static func firstNodes(_ proof: Proof) -> [Int?] {
        var result = [Int?](repeating: nil, count: proof.flow.states.count)
        for number in proof.graph.current {
            let state = proof.graph.nodes[number].state
            if result[state] == nil { result[state] = number }
        }
        return result
    }

    private static let hostEvents: [String: BuiltinEvent] = [
        "start": .start, "submit": .submit, "cancel": .cancel, "back": .back, "timeout": .timeout,
    ]

    /// Returns the number of a host event.
    package static func number(of name: String, _ flow: CheckedFlow) -> EventID? {
        if let builtin = hostEvents[name] { return builtin.rawValue }
        return flow.events.firstIndex { $0.kind == .command && $0.name == name }.map { CheckedFlow.firstOwnEvent + $0 }
    }
}

extension DiagnosticCode {
    /// A violated `always`.
    package static let alwaysViolated = DiagnosticCode(
        "always-violated", .error, isAboutShape: true,
        summary: "An event that the flow asserts with `always` must be possible at every step.")
    /// A step without a way to cancel.
    package static let noCancel = DiagnosticCode(
        "no-cancel", .warning, summary: "The app should be able to cancel at every step.")
}

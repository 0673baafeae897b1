import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects circles that wait for nobody: of choices, whose guards are not looked at, since a circle that is safe only by its data is
/// not worth having; and of handlers and of steps whose time is over at once, without a limit.
///
/// ```xml
/// <choice id="a"><go to="b" when="present code"/><otherwise to="done"/></choice>
/// <choice id="b"><otherwise to="a"/></choice>
/// ```
enum Spins: StaticCheck {
    static let codes: [DiagnosticCode] = [.spins]

    /// Adds a finding for each group of choices that lead to each other.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        checkChoices(subject, &findings)
        for circle in subject.endlessCircles where !circle.calls {
            findings += circle.finding(.spins, subject) { "this leads back to '\($0)' again and again" }
        }
    }

    private static func checkChoices(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let all = subject.facts.graph
        var edges: [(from: Int, to: Int)] = []
        for (state, value) in subject.flow.states.enumerated() where value.isChoice {
            for target in all.successors(of: state) where subject.flow.states[Int(target)].isChoice {
                edges.append((state, Int(target)))
            }
        }
        let graph = Digraph(count: subject.flow.states.count, edges: edges)
        for component in graph.components() where graph.isCircular(component) {
            guard let state = component.min(), let circle = graph.shortestCircle(through: state),
                let node = component.sorted().lazy.compactMap({ subject.flow.states[$0].node }).first
            else { continue }
            findings.append(
                Diagnostic(
                    .spins, at: subject.annotations.nodes[node].range,
                    "'\(subject.flow.nodes[node].id)' leads back to itself without waiting for anything",
                    notes: [Diagnostic.Note("the circle: \(subject.flow.path(circle))")],
                    help: ["put a step or a call on the circle, or leave it"]))
        }
    }
}

extension DiagnosticCode {
    /// A circle without waiting.
    package static let spins = DiagnosticCode(
        "spins", .error, summary: "A flow must not go in circles without waiting for anything.")
}

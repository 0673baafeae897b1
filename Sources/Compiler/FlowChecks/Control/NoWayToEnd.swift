import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects traps: nodes from which no path leads to an end.
///
/// Nodes that only lead into a trap are not reported. The check assumes that a jump to the last step can lead to any
/// reachable step.
///
/// ```xml
/// <flow name="f" start="a">
///   <step id="a"><on event="submit" to="b"/></step>
///   <step id="b"><on event="submit" to="a"/></step>
/// </flow>
/// ```
enum NoWayToEnd: StaticCheck {
    static let codes: [DiagnosticCode] = [.noWayToEnd]

    /// Adds a finding for each trap that no other check reports, or one for a flow without ends.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        // The state before the first start has the kind of an end, but is none.
        let ends = subject.flow.states.indices.filter {
            subject.flow.states[$0].isEnd && $0 != subject.flow.initialState
        }
        guard !ends.isEmpty else {
            findings += findingWithoutEnds(subject)
            return
        }
        let (graph, isTrapped) = trappedNodes(subject.flow, ends, subject.analyses)
        for component in graph.stronglyConnectedComponents() where component.allSatisfy({ isTrapped[$0] }) {
            if isReportedElsewhere(component, graph, subject.flow) { continue }
            let members = Set(component)
            let successors = component.lazy.flatMap { graph.successors(of: $0) }
            // Nodes outside the trap that only lead into it are not reported.
            if successors.allSatisfy({ members.contains($0) }) {
                // The additional node of the graph for the last step is no state of the flow.
                let states = component.filter(subject.flow.states.indices.contains).sorted()
                report(states, graph, subject, &findings)
            }
        }
    }

    /// Returns the finding about a flow without ends, or [] for a flow without nodes.
    private static func findingWithoutEnds(_ subject: CheckSubject) -> [Diagnostic] {
        guard let first = subject.annotations.nodes.first?.range else { return [] }
        return [
            Diagnostic(
                .noWayToEnd, at: first, "the flow '\(subject.flow.name)' has no end",
                help: ["add an 'end' and a transition to it"])
        ]
    }

    /// Returns whether another check reports a trap: a cycle of choices, or an outcome that a use does not handle.
    ///
    /// For such an outcome, the flow has a choice that ends with a refusal.
    private static func isReportedElsewhere(_ component: [StateID], _ graph: Digraph<State>, _ flow: LoweredFlow)
        -> Bool
    {
        guard component.allSatisfy({ flow.states[ifPresent: $0]?.isChoice == true }) else { return false }
        if graph.isCyclic(component) { return true }
        guard let only = component.first, case .choice(let block) = flow.states[only].kind else { return false }
        return block.instructions.last == .refuse("outcome-not-handled")
    }

    /// Returns the control flow graph, and for each of its nodes whether it is reachable but leads to no end.
    private static func trappedNodes(
        _ flow: LoweredFlow, _ ends: [StateID], _ analyses: AnalysisCache
    ) -> (graph: Digraph<State>, isTrapped: Table<State, Bool>) {
        let isReached = analyses.reachable
        let graph = analyses.controlFlow.graphWithLastStep(among: isReached)
        let leadsToEnd = graph.reversed.reachableNodes(from: ends)
        // The additional node for the last step has no entry in `isReached`.
        let isTrapped = graph.nodes.map { !leadsToEnd[$0] && isReached[ifPresent: $0] != false }
        return (graph, Table(isTrapped))
    }

    /// Adds a finding for a trap, at one of its nodes, if possible of the compiled file.
    ///
    /// `component` contains the states of the trap.
    private static func report(
        _ component: [StateID], _ graph: Digraph<State>, _ subject: CheckSubject,
        _ findings: inout [Diagnostic]
    ) {
        let own = component.first { subject.flow.states[$0].node.map { subject.annotations.nodes[$0].isOwn } == true }
        guard let state = own ?? component.first(where: { subject.flow.states[$0].node != nil }),
            let node = subject.flow.states[state].node
        else { return }
        let note =
            if let cycle = graph.shortestCycle(through: state) {
                "the flow stays in this loop: \(subject.flow.describePath(through: cycle))"
            } else {
                "no transition leaves '\(subject.flow.nodes[node].id)'"
            }
        findings.append(
            Diagnostic(
                .noWayToEnd, at: subject.annotations.nodes[node].range,
                "no end can be reached from '\(subject.flow.nodes[node].id)'",
                notes: [Diagnostic.Note(note)], help: ["add a transition to an end, for example for 'cancel'"]))
    }
}

extension DiagnosticCode {
    /// A node from which no path leads to an end.
    package static let noWayToEnd = DiagnosticCode(
        "no-way-to-end", .error, isAboutShape: true, summary: "An end must be reachable from every node.")
}

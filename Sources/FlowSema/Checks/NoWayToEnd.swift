import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects traps: nodes from which no end can be reached, whatever happens. Of nodes that lead into a trap only the trap itself
/// is told; a jump to the last step may lead to any step.
///
/// ```xml
/// <flow name="f" start="a">
///   <step id="a"><on event="submit" to="b"/></step>
///   <step id="b"><on event="submit" to="a"/></step>
/// </flow>
/// ```
enum NoWayToEnd {
    /// Adds a finding for each trap, or one for a flow without ends.
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ bag: inout DiagnosticBag, facts shared: FlowFacts? = nil
    ) {
        let facts = shared ?? FlowFacts(flow)
        let ends = flow.states.indices.filter { flow.states[$0].isEnd && $0 != flow.initialState }
        guard !ends.isEmpty else {
            if let first = annotations.nodes.first?.range {
                let help = "add an 'end', and a transition that leads to it"
                bag.add(Diagnostic(.noWayToEnd, at: first, "the flow '\(flow.name)' has no end", help: [help]))
            }
            return
        }
        let graph = trapped(flow, ends, facts)
        for component in graph.graph.components() where component.allSatisfy({ graph.isTrapped[$0] }) {
            if isTold(component, graph.graph, flow) { continue }
            let members = Set(component)
            let successors = component.lazy.flatMap { graph.graph.successors(of: $0) }
            if successors.allSatisfy({ members.contains(Int($0)) }) {
                report(component.filter { $0 < flow.states.count }.sorted(), graph.graph, flow, annotations, &bag)
            }
        }
    }

    /// Of circles of choices alone, and of outcomes of a sub-flow that its use does not take, other checks tell more.
    private static func isTold(_ component: [Int], _ graph: Digraph, _ flow: CheckedFlow) -> Bool {
        guard component.allSatisfy({ $0 < flow.states.count && flow.states[$0].isChoice }) else { return false }
        if graph.isCircular(component) { return true }
        guard let only = component.first, case .choice(let block) = flow.states[only].kind else { return false }
        return block.instructions.last == .refuse("outcome-not-handled")
    }

    private static func trapped(
        _ flow: CheckedFlow, _ ends: [StateID], _ facts: FlowFacts
    ) -> (graph: Digraph, isTrapped: [Bool]) {
        let isReached = facts.reachable
        let graph = flow.graph(lastStepAmong: isReached)
        let leadsToEnd = graph.reversed.reached(from: ends)
        // The last step itself is trapped only together with the steps that it stands for.
        let isTrapped = (0..<graph.count).map { !leadsToEnd[$0] && ($0 >= isReached.count || isReached[$0]) }
        return (graph, isTrapped)
    }

    private static func report(
        _ component: [StateID], _ graph: Digraph, _ flow: CheckedFlow, _ annotations: FlowAnnotations,
        _ bag: inout DiagnosticBag
    ) {
        let own = component.first { flow.states[$0].node.map { annotations.nodes[$0].isOwn } == true }
        guard let state = own ?? component.first(where: { flow.states[$0].node != nil }),
            let node = flow.states[state].node
        else { return }
        let note =
            if let circle = graph.shortestCircle(through: state) {
                "the flow goes in circles: \(flow.path(circle))"
            } else {
                "nothing leads on from '\(flow.nodes[node].id)'"
            }
        bag.add(
            Diagnostic(
                .noWayToEnd, at: annotations.nodes[node].range, "from '\(flow.nodes[node].id)' no end can be reached",
                notes: [Diagnostic.Note(note)], help: ["add a transition that leads to an end, for 'cancel' perhaps"]))
    }
}

import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Warns of a happy path that no run of the flow can take.
///
/// ```xml
/// <flow name="f" start="login" happy-path="code login signed-in">
/// ```
enum BrokenHappyPaths: StaticCheck {
    static let codes: [DiagnosticCode] = [.brokenHappyPath]

    /// Adds a finding for the first node of the compiled file's happy path that cannot follow the one before it.
    ///
    /// If each can, adds a finding if the path does not lead to an end.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let path = subject.annotations.statements.happyPath
        // An inherited happy path is checked when the base flow is compiled.
        guard let last = path.last, last.isOwn else { return }
        if let (waypoint, previous) = firstUnreached(of: path, subject.flow) {
            findings.append(
                Diagnostic(
                    .brokenHappyPath, at: waypoint.range, "no path leads from \(previous) to '\(waypoint.name)'",
                    help: [
                        "name the nodes of the happy path in the order in which the flow enters them, "
                            + "or add a missing transition"
                    ]))
        } else if !last.isEnd {
            findings.append(
                Diagnostic(
                    .brokenHappyPath, at: last.range, "the happy path stops at '\(last.name)', which is not an end",
                    help: ["add the end to which the happy path leads"]))
        }
    }

    /// Returns the first node of a path that cannot follow the previous one. Returns nil if each node can.
    ///
    /// `previous` is the previous node, as the message names it.
    private static func firstUnreached(
        of path: [Waypoint], _ flow: LoweredFlow
    ) -> (waypoint: Waypoint, previous: String)? {
        let graph = graphWithoutRestarts(flow)
        var previous = "the start"
        var roots = [flow.initialState]
        for waypoint in path {
            let isReached = graph.reachableNodes(from: roots)
            roots = flow.states.indices.filter { flow.states[$0].node == waypoint.node }
            guard roots.contains(where: { isReached[$0] }) else { return (waypoint, previous) }
            previous = "'\(waypoint.name)'"
        }
        return nil
    }

    /// Returns the control flow graph of a flow without the starts during a run.
    ///
    /// With them, a node could follow nodes from which only a new start leads to it.
    private static func graphWithoutRestarts(_ flow: LoweredFlow) -> Digraph<State> {
        var edges: [Digraph<State>.Edge] = []
        for (from, state) in flow.states.indexed() {
            if case .choice(let block) = state.kind { block.forEachTarget { edges.append((from, $0)) } }
            for (event, block) in state.transitions
            where event != .start || from == flow.initialState {
                block.forEachTarget { edges.append((from, $0)) }
            }
        }
        return Digraph(count: flow.states.count, edges: edges)
    }
}

extension DiagnosticCode {
    /// A happy path that no run can take.
    package static let brokenHappyPath = DiagnosticCode(
        "broken-happy-path", .warning,
        summary: "A happy path must lead from the start to an end, through its nodes in order.")
}

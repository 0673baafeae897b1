import FlowDiagnostics
import FlowModel
import FlowSyntax

/// The states of one node.
struct NodeStates {
    /// Index in the flow's nodes.
    var node = 0
    /// Where the node is entered.
    var entry: StateID = 0
    /// Where the host is asked.
    var present: StateID?
    /// Where handlers after the last ask start, or the request if there are none.
    var compute: StateID?
    /// Where the request waits for its reply.
    var request: StateID?
    /// Copies of the asking state under other step names.
    var renamed: [String: StateID] = [:]
    /// Counters that limits of this node's transitions use; zero on entry.
    var limits: [CounterID] = []
}

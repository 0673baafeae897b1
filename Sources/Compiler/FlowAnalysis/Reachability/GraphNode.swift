package import FlowIR
import FlowTable

/// The id of a node in ``ReachabilityGraph/nodes``.
package typealias GraphNodeID = ID<GraphNode>

/// A node of the reachability graph: a location with an abstract state.
package struct GraphNode: Sendable {
    /// A location together with the history variables.
    struct Group: Hashable, Sendable {
        let location: Location
        /// The history variables that are set, one bit each.
        let passed: UInt64
    }

    /// The location and the history variables.
    let group: Group
    package let valuation: AbstractState
    /// The predecessor on a path from the root, with the label of the edge.
    ///
    /// It is nil for the root, and in graphs that record no paths.
    let origin: (node: GraphNodeID, label: EdgeLabel)?
    /// Whether a limit weakened a state on the path, so that the node may be unreachable.
    package let isApproximate: Bool

    package var state: StateID { group.location.state }
    /// The history variables that are set, one bit each.
    package var passed: UInt64 { group.passed }
}

/// The label of an edge: an event, and the path that its block took.
package struct EdgeLabel: Sendable {
    /// The event, or nil if the state continues immediately.
    package let event: EventID?
    package let marks: [TransitionID]
    /// The values chosen for predicates that were unknown.
    package let decisions: [Literal]
    /// Whether a restart cleared the data.
    package let isRestarted: Bool

    /// The event in the form that an alarm uses for a rejected event.
    package var rejectedEvent: EventID { event ?? Alarm.withoutEvent }

    init(_ transfer: EventTransfer, _ path: AbstractInterpreter.Path) {
        event = path.event(of: transfer)
        marks = path.marks
        decisions = path.decisions
        isRestarted = path.isRestarted
    }
}

/// An edge of the reachability graph.
package struct GraphEdge: Sendable {
    package let from: GraphNodeID
    package let to: GraphNodeID
    /// The event, or nil if the state continues immediately.
    package let event: EventID?
    /// Whether the edge is taken only for some data.
    package let isConditional: Bool
}

extension GraphEdge {
    /// Returns the same edge with another source node.
    func withSource(_ node: GraphNodeID) -> GraphEdge {
        GraphEdge(from: node, to: to, event: event, isConditional: isConditional)
    }

    init(from: GraphNodeID, to: GraphNodeID, on transfer: EventTransfer, along path: AbstractInterpreter.Path) {
        self.init(from: from, to: to, event: path.event(of: transfer), isConditional: path.isConditional)
    }
}

/// A control location: a state, with the step presented last if that is live.
struct Location: Hashable, Sendable {
    let state: StateID
    /// The step presented last, or nil if it is dead or no step was presented.
    let last: StateID?
}

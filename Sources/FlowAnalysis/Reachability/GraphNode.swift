package import FlowModel
import FlowTable

/// A node of the reachability graph: a location with an abstract state.
package struct GraphNode: Sendable {
    /// A location together with the history variables.
    struct Group: Hashable, Sendable {
        let location: Location
        let passed: UInt64
    }

    /// The location and the history.
    let group: Group
    /// The abstract state.
    package let valuation: AbstractState
    /// The predecessor on the search path, and the edge's label; nil for the root, and if no paths are kept.
    let origin: (node: Int, label: EdgeLabel)?
    /// Whether the path was widened, so that the node over-approximates.
    package let isApproximate: Bool

    /// The control state.
    package var state: StateID { group.location.state }
    /// The history variables, one bit each.
    package var passed: UInt64 { group.passed }
}

/// The label of an edge: an event, and the path that its block took.
package struct EdgeLabel: Sendable {
    /// The event, or nil if the state continues immediately.
    package let event: EventID?
    /// The transitions taken.
    package let marks: [TransitionID]
    /// The decisions about the data.
    package let decisions: [Literal]
    /// Whether a restart cleared the data.
    package let isRestarted: Bool

    /// The rejected event, as an alarm names it.
    package var refused: EventID { event ?? Alarm.withoutEvent }

    /// Labels the path of an event.
    init(_ transfer: EventTransfer, _ path: AbstractInterpreter.Path) {
        event = path.isInvalid ? BuiltinEvent.invalid.rawValue : transfer.event
        marks = path.marks
        decisions = path.decisions
        isRestarted = path.isRestarted
    }
}

/// An edge, kept for backward reachability.
package struct GraphEdge: Sendable {
    /// The source node.
    package let from: Int
    /// The target node.
    package let to: Int
    /// The event, or nil if the state continues immediately.
    package let event: EventID?
    /// Whether only part of the data take the edge.
    package let isConditional: Bool
}

extension GraphEdge {
    /// Returns the same edge from another node.
    func moved(from node: Int) -> GraphEdge {
        GraphEdge(from: node, to: to, event: event, isConditional: isConditional)
    }

    /// Makes the edge of an event's path.
    init(from: Int, to: Int, _ transfer: EventTransfer, _ path: AbstractInterpreter.Path) {
        self.init(
            from: from, to: to, event: path.isInvalid ? BuiltinEvent.invalid.rawValue : transfer.event,
            isConditional: path.isCounted || !path.decisions.isEmpty)
    }
}

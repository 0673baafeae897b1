package import FlowModel
import FlowTable

/// A state together with what is known of the run when it is entered.
package struct GraphNode: Sendable {
    /// A state, the step presented last if that matters, and what was passed since the start, one bit for each assertion.
    struct Group: Hashable, Sendable {
        let location: Location
        let passed: UInt64
    }

    /// The group that tells it from other nodes beside the data.
    let group: Group
    /// The known part of the data.
    package let valuation: AbstractState
    /// The node that it was found from, and the way there; nothing for the beginning, and where no paths are kept.
    let origin: (node: Int, label: EdgeLabel)?
    /// Whether something was forgotten on the way so that there are not too many situations.
    package let isApproximate: Bool

    /// The state.
    package var state: StateID { group.location.state }
    /// The places that were passed, one bit each.
    package var passed: UInt64 { group.passed }
}

/// A step of a path: an event, and which way its block took.
package struct EdgeLabel: Sendable {
    /// The event; nothing where a state goes on at once.
    package let event: EventID?
    /// The transitions taken.
    package let marks: [TransitionID]
    /// The decisions about the data.
    package let decisions: [Literal]
    /// Whether all but what is kept was forgotten.
    package let isRestarted: Bool

    /// What is refused on it, as a suspicion says it.
    package var refused: EventID { event ?? Alarm.withoutEvent }

    /// The hop of a way that an arrival took.
    init(_ transfer: EventTransfer, _ path: AbstractInterpreter.Path) {
        event = path.isInvalid ? BuiltinEvent.invalid.rawValue : transfer.event
        marks = path.marks
        decisions = path.decisions
        isRestarted = path.isRestarted
    }
}

/// A way out of a node, kept to find out from where an end can be reached.
package struct GraphEdge: Sendable {
    /// The node.
    package let from: Int
    /// The node that it leads to.
    package let to: Int
    /// The event; nothing where a state goes on at once.
    package let event: EventID?
    /// Whether it is open only to a part of the data.
    package let isConditional: Bool
}

extension GraphEdge {
    /// The same way out of another node.
    func moved(from node: Int) -> GraphEdge {
        GraphEdge(from: node, to: to, event: event, isConditional: isConditional)
    }

    /// The edge of a way that an arrival took.
    init(from: Int, to: Int, _ transfer: EventTransfer, _ path: AbstractInterpreter.Path) {
        self.init(
            from: from, to: to, event: path.isInvalid ? BuiltinEvent.invalid.rawValue : transfer.event,
            isConditional: path.isCounted || !path.decisions.isEmpty)
    }
}

import FlowModel
import FlowTable

/// A state together with what is known of the run when it is entered.
struct ProductNode: Sendable {
    /// A state, the step presented last if that matters, and what was passed since the start, one bit for each assertion.
    struct Group: Hashable, Sendable {
        let place: ProductPlace
        let passed: UInt64
    }

    /// What tells it from other nodes beside the data.
    let group: Group
    /// What is known of the data.
    let situation: Situation
    /// The node that it was found from, and the way there; nothing for the beginning, and where no paths are kept.
    let origin: (node: Int, hop: Hop)?
    /// Whether something was forgotten on the way so that there are not too many situations.
    let isBlurred: Bool

    /// The state.
    var state: StateID { group.place.state }
    /// What was passed.
    var passed: UInt64 { group.passed }
}

/// A step of a path: an event, and which way its block took.
struct Hop: Sendable {
    /// The event; nothing where a state goes on at once.
    let event: EventID?
    /// The transitions taken.
    let marks: [TransitionID]
    /// What was decided of the data.
    let decisions: [Claim]
    /// Whether all but what is kept was forgotten.
    let isRestarted: Bool

    /// The hop of a way that an arrival took.
    init(_ arrival: Arrival, _ way: BlockRun.Way) {
        event = way.isInvalid ? BuiltinEvent.invalid.rawValue : arrival.event
        marks = way.marks
        decisions = way.decisions
        isRestarted = way.isRestarted
    }

    /// Whether the host starts or answers.
    var isAnswer: Bool { event == BuiltinEvent.start.rawValue || event == BuiltinEvent.submit.rawValue }
}

/// A way out of a node, kept to find out from where an end can be reached.
struct ProductEdge: Sendable {
    let from: Int
    let to: Int
    let event: EventID?
    /// Whether it is open only to a part of the data.
    let isConditional: Bool
}

extension ProductEdge {
    /// The same way out of another node.
    func moved(from node: Int) -> ProductEdge {
        ProductEdge(from: node, to: to, event: event, isConditional: isConditional)
    }

    /// The edge of a way that an arrival took.
    init(from: Int, to: Int, _ arrival: Arrival, _ way: BlockRun.Way) {
        self.init(
            from: from, to: to, event: way.isInvalid ? BuiltinEvent.invalid.rawValue : arrival.event,
            isConditional: way.isCounted || !way.decisions.isEmpty)
    }
}

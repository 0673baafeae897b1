import FlowModel

/// A state together with what is known of the run when it is entered.
struct ProductNode: Sendable {
    /// A state, the step presented last if that matters, and what was passed since the start, one bit for each assertion.
    struct Group: Hashable, Sendable {
        let state: StateID
        let last: StateID?
        let passed: UInt64
    }

    /// What tells it from other nodes beside the data.
    let group: Group
    /// What is known of the data.
    let situation: Situation
    /// The node that it was found from, and the way there; nothing for the beginning.
    let origin: (node: Int, hop: Int)?
    /// Whether something was forgotten on the way so that there are not too many situations.
    let isBlurred: Bool

    /// The state.
    var state: StateID { group.state }
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
}

/// A way out of a node, kept to find out from where an end can be reached.
struct ProductEdge: Sendable {
    let from: Int
    let to: Int
    let event: EventID?
    let decisions: [Claim]
}

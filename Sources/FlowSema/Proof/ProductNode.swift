import FlowModel

/// A state together with what is known of the run when it is entered.
struct ProductNode: Sendable {
    /// The state.
    let state: StateID
    /// The step presented last; nothing if there was none, or it does not matter.
    let last: StateID?
    /// What was passed since the start, one bit for each assertion.
    let passed: UInt64
    /// What is known of the data.
    let situation: Situation
    /// The node that it was found from, and the way there; nothing for the beginning.
    let origin: (node: Int, hop: Int)?
    /// Whether something was forgotten on the way so that there are not too many situations.
    let isBlurred: Bool
}

/// A step of a path: an event, and which way its block took.
struct Hop: Sendable {
    /// The event; nothing where a state goes on at once.
    let event: EventID?
    /// The transitions taken.
    let marks: [TransitionID]
    /// What was decided of the data.
    let decisions: [Claim]
}

/// A way out of a state, kept to find out from where an end can be reached.
struct ProductEdge: Sendable {
    let from: Int
    let to: Int
    let event: EventID?
    let decisions: [Claim]
}

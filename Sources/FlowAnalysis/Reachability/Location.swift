import FlowModel

/// A control location: a state, and the step presented last if that is live.
struct Location: Hashable, Sendable {
    let state: StateID
    let last: StateID?
}

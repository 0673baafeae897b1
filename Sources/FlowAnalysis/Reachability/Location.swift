import FlowIR

/// A control location: a state, with the step presented last if that is live.
struct Location: Hashable, Sendable {
    let state: StateID
    /// The step presented last, or nil if it is dead or no step was presented.
    let last: StateID?
}

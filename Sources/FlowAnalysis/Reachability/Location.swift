import FlowModel

/// Where a run is: its state, and the step presented last if that matters.
struct Location: Hashable, Sendable {
    let state: StateID
    let last: StateID?
}

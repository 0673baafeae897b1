import FlowModel

/// Where a run is: its state, and the step presented last if that matters.
struct ProductPlace: Hashable, Sendable {
    let state: StateID
    let last: StateID?
}

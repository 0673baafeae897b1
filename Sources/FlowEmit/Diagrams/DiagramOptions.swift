/// What a picture of a flow shows.
package struct DiagramOptions: Sendable, Hashable {
    /// How ways taken on errors, invalid replies, failures, time limits and cancelling are drawn.
    package enum Errors: String, Sendable, CaseIterable {
        /// One dashed edge for each pair of nodes; where many nodes share a way, one for all of them.
        case folded
        /// One dashed edge for each way.
        case all
        /// Not at all.
        case none
    }

    /// How errors are drawn.
    package var errors: Errors

    /// Options; by default errors are folded.
    package init(errors: Errors = .folded) {
        self.errors = errors
    }
}

/// The options of a diagram.
package struct DiagramOptions: Sendable, Hashable {
    /// How to draw errors, invalid replies, failures, timeouts and cancellations.
    package enum Errors: String, Sendable, CaseIterable {
        /// One dashed arrow per pair of nodes; widely shared ones are merged.
        case folded
        /// One dashed arrow for each transition.
        case all
        /// Not at all.
        case none
    }

    /// How errors are drawn.
    package var errors: Errors

    /// Creates options; by default errors are folded.
    package init(errors: Errors = .folded) {
        self.errors = errors
    }
}

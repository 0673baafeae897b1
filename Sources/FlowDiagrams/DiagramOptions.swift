/// The options of a diagram.
package struct DiagramOptions: Sendable, Hashable {
    /// How much a diagram shows.
    package enum Detail: String, Sendable, CaseIterable {
        /// One card for each group.
        case overview
        /// One card for each node; transitions that lead to the same node share a row.
        case steps
        /// One card for each node, and one row for each transition.
        case all
    }

    /// The level of detail; nil means `overview` and a diagram for each group if a flow is large, and `steps` otherwise.
    package var detail: Detail?
    /// What links to the source begin with, before the path by which a file was read.
    package var linkPrefix: String

    /// Creates options.
    package init(detail: Detail? = nil, linkPrefix: String = "") {
        self.detail = detail
        self.linkPrefix = linkPrefix
    }
}

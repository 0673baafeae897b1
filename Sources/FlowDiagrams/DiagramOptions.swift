/// The options of a diagram.
package struct DiagramOptions: Sendable, Hashable {
    /// How much a diagram shows.
    package enum Detail: String, Sendable, CaseIterable {
        /// One card for each group.
        case overview
        /// One card for each node, and one row for all transitions with the same target and guard.
        case steps
        /// One card for each node, and one row for each transition.
        case all
    }

    /// The level of detail, or nil for a default that depends on the flow's size.
    ///
    /// The default is `steps` for a small flow. A large flow gets an `overview` and a diagram for each group.
    package var detail: Detail?
    /// The text before a file's path in links to the source.
    package var linkPrefix: String

    /// Creates options. Without arguments, the detail depends on the flow's size, and links begin with the path.
    package init(detail: Detail? = nil, linkPrefix: String = "") {
        self.detail = detail
        self.linkPrefix = linkPrefix
    }
}

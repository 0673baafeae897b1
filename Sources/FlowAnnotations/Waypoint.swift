package import FlowDiagnostics

/// A node that the author names on the happy path of a flow.
package struct Waypoint: Sendable {
    /// The name of the node.
    package var name: String
    /// The index of the node or, for a use, of the first node inside it.
    package var node: Int
    /// Whether the node is an end.
    package var isEnd: Bool
    /// Whether the compiled file names the node, rather than a base flow.
    package var isOwn: Bool
    /// The source range of the name.
    package var range: SourceRange

    /// Creates a waypoint.
    package init(name: String, node: Int, isEnd: Bool, isOwn: Bool, range: SourceRange) {
        self.name = name
        self.node = node
        self.isEnd = isEnd
        self.isOwn = isOwn
        self.range = range
    }
}

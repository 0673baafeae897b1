package import FlowDiagnostics

/// An author's statements about a flow: its assertions, declarations and happy path, and the replies that it names.
package struct AuthorStatements: Sendable {
    /// The assertions.
    package var assertions: [Assertion]
    /// The declarations in the compiled file.
    package var declared: [Declared]
    /// The replies that transitions in the compiled file name.
    package var namedReplies: [NamedReply]
    /// The nodes of the happy path after the start, in order; empty if the author does not name it.
    package var happyPath: [Waypoint]

    /// Creates an author's statements, by default empty lists.
    package init(
        assertions: [Assertion] = [], declared: [Declared] = [], namedReplies: [NamedReply] = [],
        happyPath: [Waypoint] = []
    ) {
        self.assertions = assertions
        self.declared = declared
        self.namedReplies = namedReplies
        self.happyPath = happyPath
    }
}

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

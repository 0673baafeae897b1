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

/// An author's statements about a flow: its assertions, its declarations, and the replies that it names.
package struct AuthorStatements: Sendable {
    /// The assertions.
    package var assertions: [Assertion]
    /// The declarations in the compiled file.
    package var declared: [Declared]
    /// The replies that transitions in the compiled file name.
    package var namedReplies: [NamedReply]

    /// Creates an author's statements. By default, there are none.
    package init(assertions: [Assertion] = [], declared: [Declared] = [], namedReplies: [NamedReply] = []) {
        self.assertions = assertions
        self.declared = declared
        self.namedReplies = namedReplies
    }
}

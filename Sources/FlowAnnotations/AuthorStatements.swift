/// The author's statements about a flow: assertions about it, declarations in it, and answers of the service that it names.
package struct AuthorStatements: Sendable {
    /// The assertions.
    package var assertions: [Assertion]
    /// The declarations of the compiled file.
    package var declared: [Declared]
    /// Answers of the service that transitions of the compiled file name.
    package var namedReplies: [NamedReply]

    /// Statements of an author.
    package init(assertions: [Assertion] = [], declared: [Declared] = [], namedReplies: [NamedReply] = []) {
        self.assertions = assertions
        self.declared = declared
        self.namedReplies = namedReplies
    }
}

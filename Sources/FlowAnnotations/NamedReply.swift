package import FlowDiagnostics

/// A reply of the service that a transition in the compiled file names.
package struct NamedReply: Sendable {
    /// The reply's name in messages, such as `the error 'WrongCode'` or `success`.
    package var text: String
    /// The source range that names the reply.
    package var range: SourceRange
    /// Whether a request in the scope of the transition can return the reply.
    package var isPossible: Bool

    /// Creates a reply that a transition names.
    package init(text: String, range: SourceRange, isPossible: Bool) {
        self.text = text
        self.range = range
        self.isPossible = isPossible
    }
}

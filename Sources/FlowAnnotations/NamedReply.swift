package import FlowDiagnostics

/// An answer of the service that a transition of the compiled file names.
package struct NamedReply: Sendable {
    /// The answer in words: `the error 'WrongCode'`, `success`.
    package var text: String
    /// Where it is named.
    package var range: SourceRange
    /// Whether a request in the scope of the transition can be answered with it.
    package var isPossible: Bool

    /// A named reply.
    package init(text: String, range: SourceRange, isPossible: Bool) {
        self.text = text
        self.range = range
        self.isPossible = isPossible
    }
}

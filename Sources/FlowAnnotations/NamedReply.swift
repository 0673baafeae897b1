package import FlowDiagnostics

/// An error or challenge that a transition of the compiled file names.
package struct NamedReply: Sendable {
    /// Its kind in words: `the error` or `the challenge`.
    package var what: String
    /// Its name.
    package var name: String
    /// Where it is named.
    package var range: SourceRange
    /// Whether a request in the scope of the transition can be answered with it.
    package var isPossible: Bool

    /// A named reply.
    package init(what: String, name: String, range: SourceRange, isPossible: Bool) {
        self.what = what
        self.name = name
        self.range = range
        self.isPossible = isPossible
    }
}

package import FlowDiagnostics

/// An error or challenge that a transition of the compiled file names.
package struct NamedReply: Sendable {
    /// What it is: `error` or `challenge`.
    package var what: String
    /// Its name.
    package var name: String
    /// Where it is named.
    package var range: SourceRange
    /// Whether a request in the scope of the transition can be answered with it.
    package var isPossible: Bool
}

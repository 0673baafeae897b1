package import FlowDiagnostics
import FlowSyntax

/// A word of the source with its place.
package struct Name: Sendable {
    /// The word.
    package let text: String
    /// Where it stands.
    package let range: SourceRange
}

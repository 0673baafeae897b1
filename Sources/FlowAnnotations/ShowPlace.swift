package import FlowDiagnostics

/// The place of a show.
package struct ShowPlace: Sendable {
    /// The source range that names the shown value, or nil for a literal.
    package var from: SourceRange?
    /// The source range that names the value to show if the first is absent, or nil if there is none.
    package var otherwise: SourceRange?

    /// Creates the place of a show.
    package init(from: SourceRange?, otherwise: SourceRange?) {
        self.from = from
        self.otherwise = otherwise
    }
}

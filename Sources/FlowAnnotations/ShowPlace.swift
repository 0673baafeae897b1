package import FlowDiagnostics

/// The place of a show as written.
package struct ShowPlace: Sendable {
    /// The place that names the value; nothing for a literal.
    package var from: SourceRange?
    /// The place that names the value that stands in for it.
    package var otherwise: SourceRange?

    /// A place of a show.
    package init(from: SourceRange?, otherwise: SourceRange?) {
        self.from = from
        self.otherwise = otherwise
    }
}

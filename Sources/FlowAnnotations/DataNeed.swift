package import FlowDiagnostics
package import FlowModel

/// A value that must be there when a state is entered.
package struct DataNeed: Sendable {
    /// Where it comes from.
    package var source: Source
    /// Why it is needed, in words: `the request needs it as 'User'`.
    package var reason: String
    /// The place that names it.
    package var range: SourceRange

    /// A need.
    package init(source: Source, reason: String, range: SourceRange) {
        self.source = source
        self.reason = reason
        self.range = range
    }
}

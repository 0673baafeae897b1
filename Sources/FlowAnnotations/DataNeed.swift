package import FlowDiagnostics
package import FlowModel

/// A value that must be present when the flow enters a state.
package struct DataNeed: Sendable {
    /// The source of the value.
    package var source: Source
    /// Why the state needs the value, for messages: `the request needs it as 'User'`.
    package var reason: String
    /// The source range that names the value.
    package var range: SourceRange

    /// Creates the need for the value of a source.
    package init(source: Source, reason: String, range: SourceRange) {
        self.source = source
        self.reason = reason
        self.range = range
    }
}

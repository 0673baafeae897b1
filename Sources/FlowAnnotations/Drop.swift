package import FlowDiagnostics

/// Something that a node waits for and does not take.
package struct Drop: Sendable {
    /// The event that is not taken: `success`, `an error`, `a failure`, `submit`…
    package var event: String
    /// The node.
    package var node: String
    /// The place of the node.
    package var range: SourceRange
    /// A way out, in words.
    package var help: String

    /// A dropped event.
    package init(event: String, node: String, range: SourceRange, help: String) {
        self.event = event
        self.node = node
        self.range = range
        self.help = help
    }
}

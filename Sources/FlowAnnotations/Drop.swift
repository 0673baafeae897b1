package import FlowDiagnostics

/// An event that can occur at a node that has no transition for it.
package struct Drop: Sendable {
    /// The event's name in messages, such as `success`, `an error`, `a failure` or `submit`.
    package var event: String
    /// The name of the node.
    package var node: String
    /// The source range of the node.
    package var range: SourceRange
    /// The suggested fix.
    package var help: String

    /// Creates an event that a node does not handle.
    package init(event: String, node: String, range: SourceRange, help: String) {
        self.event = event
        self.node = node
        self.range = range
        self.help = help
    }
}

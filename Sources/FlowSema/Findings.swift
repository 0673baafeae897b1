import FlowDiagnostics

typealias Findings = NameFindings
typealias Name = SourceName

extension NameFindings {
    /// A node that an extension takes away although something leads to it.
    static func removedNode(_ name: SourceName, at removal: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownTarget, at: name.range, "the node '\(name.text)' is removed, but this still leads to it",
            notes: [Diagnostic.Note("removed here", at: removal)], help: ["keep the node, or replace what leads to it"])
    }
}

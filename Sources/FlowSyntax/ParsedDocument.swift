package import FlowDiagnostics

/// A parsed file: the located tree, and what its root stands for.
package struct ParsedDocument: Sendable {
    /// The located tree.
    package let tree: SyntaxTree

    /// The source.
    package var file: SourceFile { tree.file }

    /// The number of the source.
    package var fileID: FileID { tree.fileID }

    /// The kind that the root element stands for, nil for an unknown root.
    package var kind: DocumentKind? { DocumentKind(rootName: tree.name(of: tree.root)) }
}

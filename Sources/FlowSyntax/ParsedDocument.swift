package import FlowDiagnostics

/// A parsed file: the located tree, with the kind of its root.
package struct ParsedDocument: Sendable {
    /// The located tree.
    package let tree: SyntaxTree

    /// The source.
    package var file: SourceFile { tree.file }

    /// The number of the source.
    package var fileID: FileID { tree.fileID }

    /// The kind of the root element; nil for an unknown root.
    package var kind: DocumentKind? { DocumentKind(rootName: tree.name(of: tree.root)) }
}

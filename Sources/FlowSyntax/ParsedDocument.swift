package import FlowDiagnostics

/// A parsed file, with the kind of document that its root element determines.
package struct ParsedDocument: Sendable {
    /// The tree, with source locations.
    package let tree: SyntaxTree

    /// The source file.
    package var file: SourceFile { tree.file }

    /// The number of the source file.
    package var fileID: FileID { tree.fileID }

    /// The kind of document; nil if no kind has such a root element.
    package var kind: DocumentKind? { DocumentKind(rootName: tree.name(of: tree.root)) }
}

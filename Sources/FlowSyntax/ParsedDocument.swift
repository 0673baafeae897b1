internal import CLibXML2
package import FlowDiagnostics

/// A parsed file: the located tree, and libxml2's document for the grammar gate.
///
/// Sendable since nothing changes after the initialiser; the gate only reads the document.
package final class ParsedDocument: @unchecked Sendable {
    /// The located tree.
    package let tree: SyntaxTree
    private let pointer: xmlDocPtr

    /// Takes over a document that nobody else frees.
    init(tree: SyntaxTree, pointer: xmlDocPtr) {
        self.tree = tree
        self.pointer = pointer
    }

    deinit { xmlFreeDoc(pointer) }

    /// The source.
    package var file: SourceFile { tree.file }

    /// The number of the source.
    package var fileID: FileID { tree.fileID }

    /// The kind that the root element stands for, nil for an unknown root.
    package var kind: DocumentKind? { DocumentKind(rootName: tree.name(of: tree.root)) }

    /// Calls a function with libxml2's document.
    func withDocument<Result>(_ body: (xmlDocPtr) -> Result) -> Result {
        withExtendedLifetime(self) { body(pointer) }
    }
}

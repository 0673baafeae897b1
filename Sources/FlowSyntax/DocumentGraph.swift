package import FlowDiagnostics

/// The root document and all documents that it refers to, each parsed once.
package struct DocumentGraph: Sendable {
    /// A document of the graph.
    package struct Node: Sendable {
        /// The normalized path by which it was loaded.
        package let path: String
        package let document: ParsedDocument
        /// The indices of the outgoing edges, in source order.
        package internal(set) var edges: [Int] = []
    }

    /// All files that were read, including those that did not parse.
    package internal(set) var sources: SourceSet
    /// The documents in load order: the root, then depth first in source order.
    package internal(set) var nodes: [Node] = []
    /// The references between documents.
    package internal(set) var edges: [DocumentEdge] = []

    /// The root document; nil if it could not be loaded or parsed.
    package var root: ParsedDocument? { nodes.first?.document }

    /// Returns the document at a normalized path, or nil if the graph has none.
    package func document(at path: String) -> ParsedDocument? { nodes.first { $0.path == path }?.document }

    /// Returns the document of a file, or nil if the file did not parse.
    package func document(of file: FileID) -> ParsedDocument? { nodes.first { $0.document.fileID == file }?.document }

    /// Returns the indices of the documents that a document refers to by one kind of reference, in source order.
    ///
    /// Targets that could not be loaded are left out.
    package func targets(of node: Int, _ kind: DocumentEdge.Kind) -> [Int] {
        guard nodes.indices.contains(node) else { return [] }
        return nodes[node].edges.compactMap { edges[$0].kind == kind ? edges[$0].target : nil }
    }

    /// Loads and parses a root file and all files that it refers to, and returns their graph.
    ///
    /// The bag receives the failures, each at the attribute value that names the file. A path is resolved against the
    /// file that contains it. A cycle of references is an error at the value that closes it. The caller checks the
    /// structure of each document.
    package static func load(
        root path: String, loader: some SourceLoader, limits: ParseLimits = ParseLimits(),
        sources: SourceSet = SourceSet(), bag: inout DiagnosticBag
    ) -> DocumentGraph {
        var load = GraphLoad(loader: loader, limits: limits, sources: sources)
        load.run(root: path, bag: &bag)
        return load.graph
    }
}

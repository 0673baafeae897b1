package import FlowDiagnostics

/// The root document and all documents that it includes, each parsed once.
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

    /// The document at a normalized path.
    package func document(at path: String) -> ParsedDocument? { nodes.first { $0.path == path }?.document }

    /// The document with a file number.
    package func document(of file: FileID) -> ParsedDocument? { nodes.first { $0.document.fileID == file }?.document }

    /// The documents that a document references in one way, in source order.
    package func targets(of node: Int, _ kind: DocumentEdge.Kind) -> [Int] {
        guard nodes.indices.contains(node) else { return [] }
        return nodes[node].edges.compactMap { edges[$0].kind == kind ? edges[$0].target : nil }
    }

    /// Loads and parses the root and, transitively, its references.
    ///
    /// The bag receives failures, located at the referencing value. A path is resolved against the file that contains
    /// it. A cycle of imports and extensions is an error at the value that closes it. The caller checks the structure
    /// of each document.
    package static func load(
        root path: String, loader: some SourceLoader, limits: ParseLimits = ParseLimits(),
        sources: SourceSet = SourceSet(), bag: inout DiagnosticBag
    ) -> DocumentGraph {
        var load = GraphLoad(loader: loader, limits: limits, sources: sources)
        load.run(root: path, bag: &bag)
        return load.graph
    }
}

package import FlowDiagnostics

/// The root document and all that it names, directly or through others, each parsed once.
package struct DocumentGraph: Sendable {
    /// A document of the graph.
    package struct Node: Sendable {
        /// The path by which it was loaded, normalised.
        package let path: String
        /// The parsed document.
        package let document: ParsedDocument
        /// The indices of the edges that start here, in the order of the source.
        package internal(set) var edges: [Int] = []
    }

    /// All files that were read, also those that did not parse.
    package internal(set) var sources: SourceSet
    /// The documents in load order: the root first, then depth first in the order of naming.
    package internal(set) var nodes: [Node] = []
    /// Who names whom.
    package internal(set) var edges: [DocumentEdge] = []

    /// The root document, nil if it could not be loaded or parsed.
    package var root: ParsedDocument? { nodes.first?.document }

    /// The document at a normalised path.
    package func document(at path: String) -> ParsedDocument? { nodes.first { $0.path == path }?.document }

    /// The document of a file number.
    package func document(of file: FileID) -> ParsedDocument? { nodes.first { $0.document.fileID == file }?.document }

    /// The documents that a document names in one way, in the order of the source.
    package func targets(of node: Int, _ kind: DocumentEdge.Kind) -> [Int] {
        guard nodes.indices.contains(node) else { return [] }
        return nodes[node].edges.compactMap { edges[$0].kind == kind ? edges[$0].target : nil }
    }

    /// Loads and parses the root and, transitively, what it names. What fails is in the bag, at the naming value.
    ///
    /// A path is resolved against the file that names it. A cycle of imports and extensions is an error at the value
    /// that closes it. The caller checks the structure of each document.
    package static func load(
        root path: String, loader: some SourceLoader, limits: ParseLimits = ParseLimits(),
        sources: SourceSet = SourceSet(), bag: inout DiagnosticBag
    ) -> DocumentGraph {
        var load = GraphLoad(loader: loader, limits: limits, sources: sources)
        load.run(root: path, bag: &bag)
        return load.graph
    }
}

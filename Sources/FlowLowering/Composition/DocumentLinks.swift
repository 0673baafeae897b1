import FlowDiagnostics
package import FlowSyntax

/// The documents that one document refers to, as indices into the documents of a compilation.
package struct DocumentLinks: Sendable {
    /// The base flow; nil if the document does not extend one.
    var extends: Int?
    /// The imported flows.
    var imports: [Int]
    /// The service descriptions.
    var services: [Int]

    package init(extends: Int?, imports: [Int], services: [Int]) {
        self.extends = extends
        self.imports = imports
        self.services = services
    }

    /// Returns the links of every document in a graph, in the order of its nodes.
    package static func all(in graph: DocumentGraph) -> [DocumentLinks] {
        graph.nodes.indices.map { index in
            DocumentLinks(
                extends: graph.targets(of: index, .extends).first, imports: graph.targets(of: index, .imports),
                services: graph.targets(of: index, .service))
        }
    }
}

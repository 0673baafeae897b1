import FlowDiagnostics
package import FlowSyntax

/// The documents that a document names, as indices.
package struct DocumentLinks: Sendable {
    var extends: Int?
    var imports: [Int]
    var services: [Int]

    /// The links of one document.
    package init(extends: Int?, imports: [Int], services: [Int]) {
        self.extends = extends
        self.imports = imports
        self.services = services
    }

    /// The links of all documents of a graph.
    package static func all(in graph: DocumentGraph) -> [DocumentLinks] {
        graph.nodes.indices.map { index in
            DocumentLinks(
                extends: graph.targets(of: index, .extends).first, imports: graph.targets(of: index, .imports),
                services: graph.targets(of: index, .service))
        }
    }
}

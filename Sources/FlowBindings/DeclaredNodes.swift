import FlowDiagnostics
import FlowSyntax

/// Finds the elements that declare the nodes of a flow and of its base flows.
struct DeclaredNodes {
    /// A node as one file declares it.
    struct Part {
        let tree: SyntaxTree
        let element: ElementID
    }

    private let graph: DocumentGraph
    /// By document: the elements of its nodes, by identifier.
    private let elements: [[String: ElementID]]

    /// Finds the nodes in the documents of a graph.
    init(_ graph: DocumentGraph) {
        self.graph = graph
        elements = graph.nodes.map { Self.elements(in: $0.document.tree) }
    }

    /// Returns the nearest `doc` of the node whose identifier is at a place; empty if no part of the node has one.
    func doc(ofNodeAt range: SourceRange) -> String {
        guard let document = graph.nodes.firstIndex(where: { $0.document.fileID == range.file }) else { return "" }
        let id = graph.nodes[document].document.tree.file.text(range.offsets)
        return parts(of: id, from: document).lazy.map { $0.tree.doc(of: $0.element) }.first { !$0.isEmpty } ?? ""
    }

    /// Returns the parts of a node in a document and its base flows, nearest first.
    func parts(of id: String, from document: Int) -> [Part] {
        var parts: [Part] = []
        for index in graph.flowAndBases(from: document) {
            guard let element = elements[index][id] else { continue }
            let tree = graph.nodes[index].document.tree
            parts.append(Part(tree: tree, element: element))
            if tree.text(.inherit, of: element) == "replace" { break }
        }
        return parts
    }

    /// Returns the identifier of a node. The default for a challenge is its name.
    static func id(of element: ElementID, in tree: SyntaxTree) -> String? {
        (tree.attribute(.id, of: element) ?? tree.attribute(.name, of: element)).map { tree.trimmedText(of: $0) }
    }

    /// Returns the elements of the nodes in a document, by identifier.
    private static func elements(in tree: SyntaxTree) -> [String: ElementID] {
        var result: [String: ElementID] = [:]
        for element in tree.allElements {
            switch tree.name(of: element) {
            case .challenge, .call, .step, .choice, .use, .end:
                if let id = id(of: element, in: tree) { result[id] = element }
            default: continue
            }
        }
        return result
    }
}

extension DocumentGraph {
    /// Returns the indices of a flow's document and of those of its base flows, nearest first.
    func flowAndBases(from document: Int) -> [Int] {
        Array(sequence(first: document) { self.targets(of: $0, .extends).first })
    }
}

import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// A handler as a flow file declares it.
struct DeclaredHandler {
    /// A port of the handler.
    struct Port {
        var name: String
        var type: SlotType
        var isRequired: Bool
    }

    /// The handler's `doc` as one line; empty if it has none.
    var doc = ""
    var needs: [Port] = []
    var gives: [Port] = []
    var failures: [String] = []
}

/// Reads the texts and declarations of a flow's files that the compiled flow does not contain.
struct DeclarationReader {
    /// The elements of the nodes.
    let nodes: DeclaredNodes
    /// The names that the files give parts of the flow in Swift.
    let names: DeclaredNames
    private let graph: DocumentGraph

    /// Creates a reader for the documents of a compilation.
    init(_ compilation: Compilation) {
        graph = compilation.graph
        nodes = DeclaredNodes(graph)
        names = DeclaredNames(graph, nodes)
    }

    /// The flow's `doc` as one line; empty if it has none.
    var doc: String { graph.root.map { $0.tree.doc(of: $0.tree.root) } ?? "" }

    /// The `doc`s of the declared commands, by name. A declaration of the root replaces the declarations of its base
    /// flows.
    var commandDocs: [String: String] {
        var result: [String: String] = [:]
        for node in graph.nodes.reversed() {
            let tree = node.document.tree
            for element in tree.children(of: tree.root, named: .command) {
                guard let name = tree.text(.name, of: element) else { continue }
                let doc = tree.doc(of: element)
                if !doc.isEmpty { result[name] = doc }
            }
        }
        return result
    }

    /// The declared handlers by name. A declaration of the root replaces the declarations of the files that it refers
    /// to.
    var handlers: [String: DeclaredHandler] {
        var result: [String: DeclaredHandler] = [:]
        for node in graph.nodes.reversed() {
            let tree = node.document.tree
            for element in tree.children(of: tree.root, named: .handler) {
                guard let name = tree.text(.name, of: element) else { continue }
                result[name] = Self.handler(element, in: tree)
            }
        }
        return result
    }

    /// Returns the handler that an element declares.
    private static func handler(_ element: ElementID, in tree: SyntaxTree) -> DeclaredHandler {
        var handler = DeclaredHandler(doc: tree.doc(of: element))
        tree.forEachChild(of: element) { child, kind in
            switch kind {
            case .needs: handler.needs += ports(child, in: tree)
            case .gives: handler.gives += ports(child, in: tree)
            case .fails: handler.failures += names(child, in: tree)
            default: break
            }
        }
        return handler
    }

    /// Returns the ports that an element declares.
    private static func ports(_ element: ElementID, in tree: SyntaxTree) -> [DeclaredHandler.Port] {
        let type = tree.text(.type, of: element).flatMap(SlotType.init(name:)) ?? .text
        let isRequired = tree.text(.required, of: element) != "false"
        return names(element, in: tree).map { DeclaredHandler.Port(name: $0, type: type, isRequired: isRequired) }
    }

    /// Returns the names that an element lists.
    private static func names(_ element: ElementID, in tree: SyntaxTree) -> [String] {
        guard let attribute = tree.attribute(.name, of: element) else { return [] }
        return tree.text(of: attribute).split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowSyntax

/// The parts of a node's source that do not change its behavior: areas, `doc` and place; and its challenge.
struct NodeSource {
    /// The names of the groups and uses that contain the node, outermost first.
    var areas: [String] = []
    /// The node's `doc` as one line, or else that of the node that it extends; empty if there is none.
    var doc = ""
    /// The challenge that the node answers; nil if it answers none, or one of several.
    var challenge: String?
    /// The file and the line of the node; nil if a link to them would lead nowhere.
    var place: Place?

    /// A line of a file.
    struct Place: Hashable {
        var path: String
        var line: Int

        /// Returns the address of the line, in the form that GitHub and similar sites use.
        ///
        /// The result is nil for an absolute path after a prefix, since only this computer has the file there.
        func link(_ prefix: String) -> String? {
            if !prefix.isEmpty, path.hasPrefix("/") { return nil }
            // A URL contains no such characters, and Graphviz would write them into some links without escapes.
            let start = prefix.map { "\"<>".contains($0) ? URIReference.encoded(String($0)) : String($0) }.joined()
            return start + URIReference.encoded(path) + "#L" + String(line)
        }
    }
}

/// Finds texts, areas and places in the source of a compiled flow.
struct SourceReader {
    private let graph: DocumentGraph
    private let annotations: FlowAnnotations
    private let declarations: DeclaredNodes
    /// For each file, the elements of its nodes, by the offset of the node's identifier.
    private var elements: [FileID: [Int32: ElementID]] = [:]

    /// Creates a reader of all files of a compiled flow.
    init(_ compilation: Compilation) {
        graph = compilation.graph
        annotations = compilation.annotations
        declarations = DeclaredNodes(graph)
        for node in graph.nodes { elements[node.document.fileID] = Self.nodeElements(in: node.document.tree) }
    }

    /// The flow's `doc` as one line; empty if it has none.
    var doc: String { graph.root.map { $0.tree.doc(of: $0.tree.root) } ?? "" }

    /// The indices of the nodes that the author names on the happy path, in order.
    var happyPath: [NodeID] { annotations.statements.happyPath.map(\.node) }

    /// Returns the source of each node, in the order of the flow's nodes.
    func nodes(of flow: LoweredFlow) -> Table<Node, NodeSource> {
        Table(flow.nodes.indices.map { source(ofNode: $0, in: flow) })
    }

    /// Returns the place of a transition, or nil if the source does not contain it.
    func place(of mark: TransitionID?) -> NodeSource.Place? {
        mark.flatMap { annotations.transitions[ifPresent: $0] }.flatMap { place($0.range) }
    }

    /// Returns the source of a node. If the annotations lack the node, the result is empty.
    private func source(ofNode index: NodeID, in flow: LoweredFlow) -> NodeSource {
        guard let range = annotations.nodes[ifPresent: index]?.range else { return NodeSource() }
        var source = NodeSource(place: place(range))
        // The identifier of an inlined node begins with the names of the uses that contain it.
        source.areas = flow.nodes[index].id.split(separator: ".").dropLast().map(String.init)
        guard let tree = graph.document(of: range.file)?.tree, let element = elements[range.file]?[range.start] else {
            return source
        }
        source.areas += Self.groups(around: element, in: tree)
        source.doc = declarations.doc(ofNodeAt: range)
        source.challenge = Self.challenge(answeredBy: element, in: tree)
        return source
    }

    /// Returns the file and the line where a range begins. It is nil if the file is unknown, is standard input, or
    /// ships with the compiler, since a link to such a file would lead nowhere.
    private func place(_ range: SourceRange) -> NodeSource.Place? {
        guard let file = graph.document(of: range.file)?.tree.file, file.path != "-",
            !file.path.hasPrefix(SourcePath.libraryRoot)
        else { return nil }
        return NodeSource.Place(path: file.path, line: file.position(ofOffset: Int(range.start)).line)
    }

    /// Returns the elements that declare nodes, by the offsets of their `id` and `name`.
    private static func nodeElements(in tree: SyntaxTree) -> [Int32: ElementID] {
        var result: [Int32: ElementID] = [:]
        for element in tree.allElements {
            switch tree.name(of: element) {
            case .challenge, .call, .step, .choice, .use, .end:
                for name in [AttributeName.id, .name] {
                    guard let attribute = tree.attribute(name, of: element) else { continue }
                    result[tree.valueRange(of: attribute).start] = element
                }
            default: continue
            }
        }
        return result
    }

    /// Returns the challenge that a node answers; nil if it answers none, or one of several.
    private static func challenge(answeredBy element: ElementID, in tree: SyntaxTree) -> String? {
        if tree.name(of: element) == .challenge { return tree.text(.name, of: element) }
        let answered = Set(tree.children(of: element, named: .answer).map { tree.text(.challenge, of: $0) })
        return answered.count == 1 ? answered.first ?? nil : nil
    }

    /// Returns the identifiers of the groups that contain an element, outermost first.
    private static func groups(around element: ElementID, in tree: SyntaxTree) -> [String] {
        var result: [String] = []
        var next = tree.parent(of: element)
        while let outer = next {
            if tree.name(of: outer) == .group, let id = tree.text(.id, of: outer) { result.append(id) }
            next = tree.parent(of: outer)
        }
        return result.reversed()
    }
}

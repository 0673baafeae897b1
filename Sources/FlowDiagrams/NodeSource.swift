import FlowAnnotations
import FlowCompiler
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// What the source says about a node besides what it does.
struct NodeSource {
    /// The groups and uses around it, outermost first.
    var areas: [String] = []
    /// Its `doc`; empty if it has none.
    var doc = ""
    /// The path of the file and the line; nil if they are not known.
    var place: Place?

    /// A line of a file.
    struct Place: Hashable {
        var path: String
        var line: Int

        /// The address of the line, as web sites for source code have it.
        func link(_ prefix: String) -> String { prefix + path + "#L" + String(line) }
    }
}

/// Reads what the source says about the parts of a flow.
struct SourceReader {
    private let graph: DocumentGraph
    private let annotations: FlowAnnotations
    /// By file: the nodes' elements, by the offset of their identifier.
    private var elements: [FileID: [Int32: ElementID]] = [:]

    init(_ compilation: Compilation) {
        graph = compilation.graph
        annotations = compilation.annotations
        for node in graph.nodes { elements[node.document.fileID] = Self.elements(of: node.document.tree) }
    }

    /// The flow's `doc` as one line; empty if it has none.
    var doc: String { graph.root.map { Self.doc(of: $0.tree.root, in: $0.tree) } ?? "" }

    /// Returns what the source says about each node.
    func nodes(of flow: CheckedFlow) -> [NodeSource] { flow.nodes.indices.map { node($0, of: flow) } }

    /// The place of a transition that is written in the source.
    func place(of mark: TransitionID?) -> NodeSource.Place? {
        guard let mark, annotations.transitions.indices.contains(mark) else { return nil }
        return place(annotations.transitions[mark].range)
    }

    private func node(_ index: Int, of flow: CheckedFlow) -> NodeSource {
        guard annotations.nodes.indices.contains(index) else { return NodeSource() }
        let range = annotations.nodes[index].range
        var source = NodeSource(place: place(range))
        // An inlined node's identifier begins with the uses that inline it.
        source.areas = flow.nodes[index].id.split(separator: ".").dropLast().map(String.init)
        guard let tree = graph.document(of: range.file)?.tree, let element = elements[range.file]?[range.start] else {
            return source
        }
        source.areas += Self.groups(around: element, in: tree)
        source.doc = Self.doc(of: element, in: tree)
        return source
    }

    private func place(_ range: SourceRange) -> NodeSource.Place? {
        guard let file = graph.document(of: range.file)?.tree.file else { return nil }
        return NodeSource.Place(path: file.path, line: file.position(ofOffset: Int(range.start)).line)
    }

    private static func elements(of tree: SyntaxTree) -> [Int32: ElementID] {
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

    private static func groups(around element: ElementID, in tree: SyntaxTree) -> [String] {
        var result: [String] = []
        var next = tree.parent(of: element)
        while let outer = next {
            if tree.name(of: outer) == .group, let id = tree.text(.id, of: outer) { result.append(id) }
            next = tree.parent(of: outer)
        }
        return result.reversed()
    }

    private static func doc(of element: ElementID, in tree: SyntaxTree) -> String {
        let text = tree.children(of: element, named: .doc).first.flatMap { tree.content(of: $0) } ?? ""
        return text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    }
}

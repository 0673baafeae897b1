package import FlowDiagnostics

/// The root document and all documents that it refers to, directly or through others, each parsed once.
package struct DocumentGraph: Sendable {
    package struct Node: Sendable {
        /// The normalized path from which the document was loaded.
        package let path: String
        package let document: ParsedDocument
        /// The indices of the outgoing edges: to the base flow, the services and the imports, or to the tested flow.
        package internal(set) var edges: [Int] = []
    }

    /// All files that were read, including those that did not parse.
    package internal(set) var sources: SourceSet
    /// The documents in load order: the root, then depth first in the order of the edges.
    package internal(set) var nodes: [Node] = []
    package internal(set) var edges: [DocumentEdge] = []

    /// The root document; nil if it could not be loaded or parsed.
    package var root: ParsedDocument? { nodes.first?.document }

    /// Returns the document at a normalized path, or nil if the graph has none.
    package func document(at path: String) -> ParsedDocument? { nodes.first { $0.path == path }?.document }

    /// Returns the document of a file, or nil if the file did not parse.
    package func document(of file: FileID) -> ParsedDocument? { nodes.first { $0.document.fileID == file }?.document }

    /// Returns the indices of the documents that a document refers to by one kind of reference, in source order.
    ///
    /// References without a target are left out. For an unknown document, the result is empty.
    package func targets(of node: Int, _ kind: DocumentEdge.Kind) -> [Int] {
        guard nodes.indices.contains(node) else { return [] }
        return nodes[node].edges.compactMap { edges[$0].kind == kind ? edges[$0].target : nil }
    }

    /// Loads and parses a root file and all files that it refers to, and returns their graph.
    ///
    /// The bag receives the failures. A parse error is located in the file. Any other failure is located at the value
    /// that names the file or, for the root, in the file itself. A path is resolved against the file that contains it. A
    /// cycle of references is an error at the value that closes it. The caller checks the structure of each document.
    package static func load(
        root path: String, loader: some SourceLoader, limits: ParseLimits = ParseLimits(), bag: inout DiagnosticBag
    ) -> DocumentGraph {
        var load = GraphLoad(loader: loader, limits: limits)
        load.run(root: path, bag: &bag)
        return load.graph
    }
}

/// A reference from one file to another.
package struct DocumentEdge: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// `import/@file`: the source imports the target's nodes.
        case imports
        /// `flow/@extends`: the source extends the target.
        case extends
        /// `flow/@service`: the target describes the source's service.
        case service
        /// `scenarios/@flow`: the source tests the target.
        case tests

        /// The kind of document that the target must be.
        package var targetKind: DocumentKind { self == .service ? .service : .flow }
    }

    package let kind: Kind
    package let source: Int
    /// The resolved path of the target file.
    package let path: String
    /// The index of the target document.
    ///
    /// It is nil if the target could not be loaded or parsed, is of the wrong kind, or would close a cycle.
    package internal(set) var target: Int?
    /// The attribute value that contains the reference.
    package let range: SourceRange
}

/// Loads a document graph, depth first.
///
/// An explicit stack replaces recursion, so that a long chain of files does not exhaust the thread's stack.
struct GraphLoad<Loader: SourceLoader> {
    /// A document whose references are being loaded.
    private struct Frame {
        let node: Int
        /// The position of the next edge to follow.
        var next = 0
    }

    let loader: Loader
    let limits: ParseLimits
    var graph: DocumentGraph
    /// The node of each path that was tried; nil if the file could not be loaded or parsed.
    private var nodeByPath: [ByteString: Int?] = [:]
    private var stack: [Frame] = []

    init(loader: Loader, limits: ParseLimits) {
        self.loader = loader
        self.limits = limits
        graph = DocumentGraph(sources: SourceSet())
    }

    /// Loads the root, then follows references until none is left.
    mutating func run(root path: String, bag: inout DiagnosticBag) {
        guard let root = loadDocument(SourcePath.normalized(path), namedBy: nil, bag: &bag) else { return }
        stack.append(Frame(node: root))
        while let frame = stack.last {
            let edges = graph.nodes[frame.node].edges
            guard frame.next < edges.count else {
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            follow(edge: edges[frame.next], bag: &bag)
        }
    }

    /// Loads the target of an edge, unless it was loaded before, and connects the edge to it.
    ///
    /// The bag receives a finding if the edge closes a cycle, or if its target is of the wrong kind. It also receives
    /// one if the target cannot be loaded, but only for the first edge that leads there.
    private mutating func follow(edge index: Int, bag: inout DiagnosticBag) {
        let edge = graph.edges[index]
        if let position = stack.firstIndex(where: { graph.nodes[$0.node].path == edge.path }) {
            return bag.add(cycle(closedBy: edge, from: position))
        }
        // The value is nil if the path was not tried before, and `.some(nil)` if it could not be loaded.
        let known = nodeByPath[ByteString(edge.path)]
        guard let target = known ?? loadDocument(edge.path, namedBy: edge, bag: &bag) else { return }
        // A document of an unknown kind is accepted here. The check of its structure reports its root.
        if let kind = graph.nodes[target].document.kind, kind != edge.kind.targetKind {
            return bag.add(wrongKind(kind, of: edge))
        }
        graph.edges[index].target = target
        if known == nil { stack.append(Frame(node: target)) }
    }

    /// Loads and parses a file, adds it to the graph, and returns its node.
    ///
    /// On failure, returns nil and adds a finding to the bag. `edge` is the reference to the file; nil for the root.
    private mutating func loadDocument(
        _ path: String, namedBy edge: DocumentEdge?, bag: inout DiagnosticBag
    ) -> Int? {
        // Until the document is added, the path counts as one that could not be loaded.
        nodeByPath[ByteString(path)] = .some(nil)
        // The root is the first file, so only a reference can exceed the limit.
        guard graph.sources.files.count < limits.files else {
            if let edge { bag.add(tooManyFiles(at: edge)) }
            return nil
        }
        switch loader.load(path) {
        case .failure(let failure):
            bag.add(notLoaded(path, failure, namedBy: edge))
            return nil
        case .success(let bytes):
            let file = SourceFile(path: path, bytes: bytes)
            let id = graph.sources.add(file)
            guard let document = DocumentParser.parse(file: file, id: id, limits: limits, bag: &bag) else { return nil }
            return add(document, at: path)
        }
    }

    /// Adds a document with the edges of its references, and returns its node.
    private mutating func add(_ document: ParsedDocument, at path: String) -> Int {
        let node = graph.nodes.count
        nodeByPath[ByteString(path)] = .some(node)
        graph.nodes.append(DocumentGraph.Node(path: path, document: document))
        for edge in edges(of: document, at: node) {
            graph.nodes[node].edges.append(graph.edges.count)
            graph.edges.append(edge)
        }
        return node
    }

    /// Returns the references of a document as edges without targets.
    ///
    /// A flow refers to its base flow, its services and its imports, in this order. Scenarios refer to their flow.
    private func edges(of document: ParsedDocument, at node: Int) -> [DocumentEdge] {
        let tree = document.tree
        let references: [FileReference?]
        switch document.kind {
        case .flow:
            let services = tree.attribute(.service, of: tree.root).map { tree.tokens(of: $0) } ?? []
            let imports = tree.children(of: tree.root, named: .import)
            references =
                [reference(.extends, in: .extends, of: tree.root, tree)]
                + services.map { (.service, $0.text, $0.range) }
                + imports.map { reference(.imports, in: .file, of: $0, tree) }
        case .scenario: references = [reference(.tests, in: .flow, of: tree.root, tree)]
        case .service, nil: references = []
        }
        return references.compactMap { $0 }.map { kind, file, range in
            let path = SourcePath.resolved(file, relativeTo: graph.nodes[node].path)
            return DocumentEdge(kind: kind, source: node, path: path, target: nil, range: range)
        }
    }

    /// A reference to a file, which a value at a location names.
    private typealias FileReference = (kind: DocumentEdge.Kind, file: String, range: SourceRange)

    /// Returns the reference in an attribute, or nil if the attribute is absent or empty.
    private func reference(
        _ kind: DocumentEdge.Kind, in name: AttributeName, of element: ElementID, _ tree: SyntaxTree
    ) -> FileReference? {
        guard let attribute = tree.attribute(name, of: element) else { return nil }
        let text = tree.text(of: attribute)
        return text.isEmpty ? nil : (kind, text, tree.valueRange(of: attribute))
    }

    // MARK: - Findings

    /// Creates a finding about an edge that closes a cycle. The target of the edge is at `position` in the stack.
    private func cycle(closedBy edge: DocumentEdge, from position: Int) -> Diagnostic {
        let paths = stack[position...].map { graph.nodes[$0.node].path } + [edge.path]
        let cycle = paths.joined(separator: " -> ")
        return Diagnostic(.importCycle, at: edge.range, "files refer to each other in a cycle: \(cycle)")
    }

    /// Creates a finding about an edge whose target is a document of the wrong kind.
    private func wrongKind(_ kind: DocumentKind, of edge: DocumentEdge) -> Diagnostic {
        Diagnostic(
            .wrongDocumentKind, at: edge.range,
            "'\(edge.path)' is a \(kind.description), not a \(edge.kind.targetKind.description)")
    }

    /// Creates a finding about a reference to a file that exceeds the limit of files.
    private func tooManyFiles(at edge: DocumentEdge) -> Diagnostic {
        Diagnostic(.tooManyFiles, at: edge.range, "the flow consists of more than \(limits.files) files")
    }

    /// Returns help text about a missing file. It suggests files with similar names in the same folder or, if there are
    /// none and a document refers to the file, shipped files with the same name.
    private func help(forMissingFile path: String, namedBy edge: DocumentEdge?) -> [String] {
        let name = SourcePath.name(of: path)
        let folder = String(path.dropLast(name.count))
        let near = NearNames.suggest(
            name, among: loader.names(in: folder).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        guard near.isEmpty, let edge else { return NameFindings.help(near: near) }
        let ending = ".\(edge.kind.targetKind.rootName.spelling).xml"
        let shipped = loader.names(in: SourcePath.libraryRoot).filter {
            [name, name + ending].contains(SourcePath.name(of: $0)) && $0.hasSuffix(ending)
        }
        return NameFindings.help(near: shipped.map { SourcePath.libraryRoot + $0 })
    }

    /// Creates a finding about a file that cannot be loaded.
    ///
    /// The location is the reference to the file. The root has none, so its finding is in the root itself.
    private func notLoaded(_ path: String, _ failure: LoadFailure, namedBy edge: DocumentEdge?) -> Diagnostic {
        let range = edge?.range ?? SourceRange(file: graph.sources.nextID, start: 0, end: 0)
        let chain = (stack.map { graph.nodes[$0.node].path } + [path]).joined(separator: " -> ")
        let notes = stack.count > 1 ? [Diagnostic.Note("the chain of references: \(chain)")] : []
        switch failure {
        case .notFound:
            return Diagnostic(
                .fileNotFound, at: range, "there is no file '\(path)'", notes: notes,
                help: help(forMissingFile: path, namedBy: edge))
        case .unreadable(let reason):
            return Diagnostic(.fileUnreadable, at: range, "'\(path)' cannot be read: \(reason)", notes: notes)
        }
    }
}

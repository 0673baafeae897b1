internal import FlowDiagnostics

/// Loads a graph depth first, with an explicit stack for long chains.
struct GraphLoad<Loader: SourceLoader> {
    /// A document whose references are being loaded.
    private struct Frame {
        let node: Int
        var next = 0
    }

    let loader: Loader
    let limits: ParseLimits
    var graph: DocumentGraph
    private var nodeByPath: [ByteText: Int?] = [:]
    private var stack: [Frame] = []

    init(loader: Loader, limits: ParseLimits, sources: SourceSet) {
        self.loader = loader
        self.limits = limits
        graph = DocumentGraph(sources: sources)
    }

    mutating func run(root path: String, bag: inout DiagnosticBag) {
        let path = SourcePath.normalise(path)
        guard let root = loadDocument(path, namedBy: nil, bag: &bag) else { return }
        stack.append(Frame(node: root))
        while let frame = stack.last {
            let edges = graph.nodes[frame.node].edges
            guard frame.next < edges.count else {
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].next += 1
            follow(edges[frame.next], bag: &bag)
        }
    }

    private mutating func follow(_ number: Int, bag: inout DiagnosticBag) {
        let edge = graph.edges[number]
        if let position = stack.firstIndex(where: { graph.nodes[$0.node].path == edge.path }) {
            return bag.add(cycle(edge, from: position))
        }
        let known = nodeByPath[ByteText(edge.path)]
        guard let target = known ?? loadDocument(edge.path, namedBy: edge, bag: &bag) else { return }
        let kind = graph.nodes[target].document.kind
        guard kind == edge.kind.target || kind == nil else { return bag.add(wrongKind(edge, kind)) }
        graph.edges[number].target = target
        if known == nil { stack.append(Frame(node: target)) }
    }

    /// Loads, parses and adds a document.
    ///
    /// On failure it returns nil and adds a finding.
    private mutating func loadDocument(
        _ path: String, namedBy edge: DocumentEdge?, bag: inout DiagnosticBag
    ) -> Int? {
        nodeByPath[ByteText(path)] = .some(nil)
        guard graph.sources.files.count < limits.files else {
            if let edge { bag.add(tooManyFiles(edge)) }
            return nil
        }
        switch loader.load(path) {
        case .failure(let failure):
            bag.add(notLoaded(failure, path, edge))
            return nil
        case .success(let bytes):
            let file = SourceFile(path: path, bytes: bytes)
            let id = graph.sources.add(file)
            guard let document = DocumentParser.parse(file: file, id: id, limits: limits, bag: &bag) else { return nil }
            let node = graph.nodes.count
            nodeByPath[ByteText(path)] = .some(node)
            graph.nodes.append(DocumentGraph.Node(path: path, document: document))
            for found in references(in: document, node) {
                graph.nodes[node].edges.append(graph.edges.count)
                graph.edges.append(found)
            }
            return node
        }
    }

    private func references(in document: ParsedDocument, _ node: Int) -> [DocumentEdge] {
        let tree = document.tree
        var found: [DocumentEdge] = []
        func add(_ kind: DocumentEdge.Kind, _ file: String, _ range: SourceRange) {
            let path = SourcePath.resolve(file, relativeTo: graph.nodes[node].path)
            found.append(DocumentEdge(kind: kind, source: node, path: path, target: nil, range: range))
        }
        func add(_ kind: DocumentEdge.Kind, _ name: AttributeName, _ element: ElementID) {
            guard let attribute = tree.attribute(name, of: element) else { return }
            let text = tree.text(of: attribute)
            if !text.isEmpty { add(kind, text, tree.valueRange(of: attribute)) }
        }
        switch document.kind {
        case .flow:
            add(.extends, .extends, tree.root)
            for file in tree.attribute(.service, of: tree.root).map({ tree.tokens(of: $0) }) ?? [] {
                add(.service, file.text, file.range)
            }
            for element in tree.children(of: tree.root, named: .import) { add(.imports, .file, element) }
        case .scenario: add(.tests, .flow, tree.root)
        case .service, nil: break
        }
        return found
    }

    // MARK: - Findings

    private func cycle(_ edge: DocumentEdge, from position: Int) -> Diagnostic {
        let paths = stack[position...].map { graph.nodes[$0.node].path } + [edge.path]
        return Diagnostic(
            .importCycle, at: edge.range, "files refer to each other in a cycle: \(paths.joined(separator: " -> "))")
    }

    private func wrongKind(_ edge: DocumentEdge, _ kind: DocumentKind?) -> Diagnostic {
        Diagnostic(
            .wrongDocumentKind, at: edge.range,
            "'\(edge.path)' is a \(kind?.description ?? "file"), not a \(edge.kind.target.description)")
    }

    private func tooManyFiles(_ edge: DocumentEdge) -> Diagnostic {
        Diagnostic(.tooManyFiles, at: edge.range, "the flow consists of more than \(limits.files) files")
    }

    /// Files with similar names in the folder of a missing file.
    private func similarFiles(to path: String) -> [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let folder = String(path.dropLast(name.count))
        let near = NearNames.suggest(
            name, among: loader.names(in: folder).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        return NameFindings.help(near: near)
    }

    private func notLoaded(_ failure: LoadFailure, _ path: String, _ edge: DocumentEdge?) -> Diagnostic {
        let place = edge?.range ?? SourceRange(file: graph.sources.nextID, start: 0, end: 0)
        let chain = (stack.map { graph.nodes[$0.node].path } + [path]).joined(separator: " -> ")
        let notes = stack.count > 1 ? [Diagnostic.Note("it is required by \(chain)")] : []
        switch failure {
        case .notFound:
            return Diagnostic(
                .fileNotFound, at: place, "there is no file '\(path)'", notes: notes, help: similarFiles(to: path))
        case .unreadable(let reason):
            return Diagnostic(.fileUnreadable, at: place, "'\(path)' cannot be read: \(reason)", notes: notes)
        }
    }
}

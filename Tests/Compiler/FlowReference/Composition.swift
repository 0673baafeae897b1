import FlowSyntax

/// The documents of a graph as elements.
struct Documents: Sendable {
    let graph: DocumentGraph
    let roots: [Element]
    let unread: Set<Text>

    init(_ graph: DocumentGraph, _ unread: Set<Text>) {
        self.unread = unread
        self.graph = graph
        roots = graph.nodes.enumerated().map { Element($1.document, number: $0) }
    }
}

/// One node as the flow has it: its own part first, then those that it extends, the nearest first.
struct Part: Sendable {
    let element: Element
    /// The groups around it from the inside out.
    let groups: [Element]
}

/// A flow with all that it extends laid over each other.
struct Composition: Sendable {
    /// The flow, then those that it extends, the nearest first.
    private(set) var layers: [Element] = []
    /// The parts of each node, by its name.
    private(set) var nodes: [Text: [Part]] = [:]
    private(set) var nodeNames: [Text] = []
    /// The services of the nearest layer that names some.
    private(set) var services: [Int] = []
    /// Imported flows of all layers, by their numbers in the graph.
    private(set) var imports: [Int] = []

    static let kinds: Set<Text> = ["challenge", "call", "step", "choice", "use", "end"]

    init(_ number: Int, of documents: Documents) {
        let root = documents.roots[number]
        if let base = documents.graph.targets(of: number, .extends).first {
            self = Composition(base, of: documents)
            for name in root.all("remove").flatMap({ $0.words("node") }) { remove(name) }
        }
        layers.insert(root, at: 0)
        let own = documents.graph.targets(of: number, .service)
        if !own.isEmpty { services = own }
        imports += documents.graph.targets(of: number, .imports)
        collect(root, groups: [])
    }

    private mutating func remove(_ name: Text) {
        nodes[name] = nil
        nodeNames.removeAll { $0 == name }
    }

    private mutating func collect(_ element: Element, groups: [Element]) {
        for child in element.children {
            if child.name == "group" { collect(child, groups: [child] + groups) }
            guard Self.kinds.contains(child.name), let name = child["id"] ?? child["name"] else { continue }
            let inherited = child["inherit"] == "extend" ? nodes[name] ?? [] : []
            if nodes[name] == nil { nodeNames.append(name) }
            nodes[name] = [Part(element: child, groups: groups)] + inherited
        }
    }
}

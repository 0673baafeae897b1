import FlowDiagnostics
import FlowSyntax

/// All documents of a compilation, read.
final class Program: Sendable {
    /// All names.
    let symbols: SymbolTable
    /// By document: the flow in it, nil for another kind of document.
    let flows: [FlowDeclaration?]
    /// By document: the documents that it names.
    let links: [DocumentLinks]
    /// By flow: the services that it is written against, as itself or a flow that it extends names them.
    private let services: [Int: ServiceSet]
    /// The services of the flow at hand.
    let service: ServiceSet
    /// The operations that several services have.
    private let ambiguous: Set<Symbol>
    /// The number of transitions and branches.
    let transitionCount: Int

    private init(
        symbols: SymbolTable, flows: [FlowDeclaration?], links: [DocumentLinks],
        services: [Int: ServiceSet], root: Int, transitionCount: Int
    ) {
        self.symbols = symbols
        self.flows = flows
        self.links = links
        self.services = services
        service = services[root] ?? ServiceSet([])
        var described: Set<Int> = []
        var known: Set<Symbol> = []
        var ambiguous: Set<Symbol> = []
        for service in services.values.flatMap(\.all) where described.insert(service.document).inserted {
            for name in service.operations.keys where !known.insert(name).inserted { ambiguous.insert(name) }
        }
        self.ambiguous = ambiguous
        self.transitionCount = transitionCount
    }

    /// Reads the documents that a flow is made of.
    /// - Returns: the program, and what is wrong with the names in the service description.
    static func read(
        _ trees: [SyntaxTree], links: [DocumentLinks], root: Int, audit: AttributeAudit? = nil
    ) -> (program: Program, findings: [Diagnostic]) {
        let builder = ASTBuilder(audit: audit)
        var read: [Int: ServiceDescription] = [:]
        var findings: [Diagnostic] = []
        var services: [Int: ServiceSet] = [:]
        for flow in usedFlows(links, root) {
            let documents = self.services(links, flow)
            for document in documents where read[document] == nil {
                let reader = AttributeDecoder(builder: builder, tree: trees[document], element: trees[document].root)
                var (service, found) = ServiceReader.read(reader)
                service.document = document
                read[document] = service
                findings += found
            }
            if !documents.isEmpty { services[flow] = ServiceSet(documents.compactMap { read[$0] }) }
        }
        let flows = trees.enumerated().map { document, tree -> FlowDeclaration? in
            let reader = AttributeDecoder(builder: builder, tree: tree, element: tree.root)
            return reader.kind == .flow ? FlowDeclaration(reader, document: document) : nil
        }
        let program = Program(
            symbols: builder.symbols, flows: flows, links: links, services: services, root: root,
            transitionCount: builder.transitionCount)
        return (program, findings)
    }

    /// The services of a flow; a sub-flow that names none is written against those of the compiled flow.
    func service(of flow: Int) -> ServiceSet { services[flow] ?? service }

    /// All services of the flow at hand and its sub-flows, each once.
    var allServices: [ServiceDescription] {
        var described: Set<Int> = []
        return ([service] + services.sorted { $0.key < $1.key }.map(\.value)).flatMap(\.all).filter {
            described.insert($0.document).inserted
        }
    }

    /// The name of an operation in requests: that of the description, with its service where several have one of that name.
    func requestName(of operation: Symbol, in service: ServiceDescription) -> String {
        guard ambiguous.contains(operation), let name = service.name else { return symbols[operation] }
        return "\(symbols[name]):\(symbols[operation])"
    }

    /// A flow and all that it or a flow that it extends imports, and so on.
    private static func usedFlows(_ links: [DocumentLinks], _ root: Int) -> [Int] {
        var used: [Int] = []
        var open = [root]
        while let flow = open.popLast() {
            guard links.indices.contains(flow), !used.contains(flow) else { continue }
            used.append(flow)
            var next: Int? = flow
            var seen: Set<Int> = []
            while let document = next, seen.insert(document).inserted {
                open += links[document].imports
                next = links[document].extends
            }
        }
        return used
    }

    /// The documents of the services of a flow, or of the nearest flow that it extends and that names some.
    private static func services(_ links: [DocumentLinks], _ root: Int) -> [Int] {
        var next: Int? = root
        var seen: Set<Int> = []
        while let document = next, seen.insert(document).inserted {
            if !links[document].services.isEmpty { return links[document].services }
            next = links[document].extends
        }
        return []
    }

    /// A flow and those that it extends, one by one.
    func chain(from document: Int) -> [FlowDeclaration] {
        var chain: [FlowDeclaration] = []
        var seen: Set<Int> = []
        var next: Int? = document
        while let document = next, seen.insert(document).inserted, let flow = flows[document] {
            chain.append(flow)
            next = links[document].extends
        }
        return chain
    }
}

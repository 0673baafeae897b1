import FlowDiagnostics
package import FlowSyntax

/// The declarations in all documents of a compilation.
final class Program: Sendable {
    /// The names in all documents.
    let symbols: SymbolTable
    /// The flow in each document; nil for a document of another kind.
    let flows: [FlowDeclaration?]
    let links: [DocumentLinks]
    /// The services of each flow that names some, itself or through a base flow, by the flow's document.
    private let servicesByFlow: [Int: ServiceSet]
    /// The services of the compiled flow.
    private let rootServices: ServiceSet
    /// The names of operations that several services have.
    private let sharedOperations: Set<Symbol>
    /// The number of transitions and branches in all documents.
    let transitionCount: Int

    /// Creates a program from documents that are already read.
    private init(
        symbols: SymbolTable, flows: [FlowDeclaration?], links: [DocumentLinks],
        services: [Int: ServiceSet], root: Int, transitionCount: Int
    ) {
        self.symbols = symbols
        self.flows = flows
        self.links = links
        servicesByFlow = services
        rootServices = services[root] ?? ServiceSet([])
        sharedOperations = Self.sharedOperations(of: services.values.flatMap(\.all))
        self.transitionCount = transitionCount
    }

    /// Returns the names of operations that several of the services have. A service can occur more than once.
    private static func sharedOperations(of services: [ServiceDescription]) -> Set<Symbol> {
        var visited: Set<Int> = []
        var known: Set<Symbol> = []
        var shared: Set<Symbol> = []
        for service in services where visited.insert(service.document).inserted {
            for name in service.operations.keys where !known.insert(name).inserted { shared.insert(name) }
        }
        return shared
    }

    /// Reads all flows, and the service descriptions of the compiled flow and its imports.
    ///
    /// - Parameters:
    ///   - trees: the documents of the compilation
    ///   - links: for each document, the documents that it refers to
    ///   - root: the index of the compiled flow's document
    ///   - audit: counts how often each attribute is read; nil to count nothing
    /// - Returns: the program, and findings about the service descriptions
    static func read(
        _ trees: [SyntaxTree], links: [DocumentLinks], root: Int, audit: AttributeAudit? = nil
    ) -> (program: Program, findings: [Diagnostic]) {
        let builder = ASTBuilder(audit: audit)
        let (services, findings) = readServices(trees, links, root: root, builder)
        let flows = trees.enumerated().map { document, tree -> FlowDeclaration? in
            let decoder = AttributeDecoder(builder: builder, tree: tree, element: tree.root)
            return decoder.kind == .flow ? FlowDeclaration(decoder, document: document) : nil
        }
        let program = Program(
            symbols: builder.symbols, flows: flows, links: links, services: services, root: root,
            transitionCount: builder.transitionCount)
        return (program, findings)
    }

    /// Reads the service descriptions of a flow and its imports, each once.
    ///
    /// - Returns: the services by the document of the flow that names them, and the findings of reading
    private static func readServices(
        _ trees: [SyntaxTree], _ links: [DocumentLinks], root: Int, _ builder: ASTBuilder
    ) -> (services: [Int: ServiceSet], findings: [Diagnostic]) {
        var descriptions: [Int: ServiceDescription] = [:]
        var findings: [Diagnostic] = []
        var services: [Int: ServiceSet] = [:]
        for flow in usedFlows(from: root, links) {
            let documents = serviceDocuments(of: flow, links)
            for document in documents where descriptions[document] == nil {
                let decoder = AttributeDecoder(builder: builder, tree: trees[document], element: trees[document].root)
                var (service, serviceFindings) = ServiceReader.read(decoder)
                service.document = document
                descriptions[document] = service
                findings += serviceFindings
            }
            if !documents.isEmpty { services[flow] = ServiceSet(documents.compactMap { descriptions[$0] }) }
        }
        return (services, findings + duplicateNames(of: descriptions, builder.symbols))
    }

    /// Returns a finding for each service with the name of a service in an earlier document.
    ///
    /// The host could not tell their requests apart, because it distinguishes services by name.
    private static func duplicateNames(
        of descriptions: [Int: ServiceDescription], _ symbols: SymbolTable
    ) -> [Diagnostic] {
        let wording = NameDiagnostics(symbols: symbols)
        var first: [Symbol: SourceRange] = [:]
        return descriptions.sorted { $0.key < $1.key }.compactMap { _, service in
            guard let name = service.name, let range = service.nameRange else { return nil }
            guard let known = first[name] else {
                first[name] = range
                return nil
            }
            return wording.duplicate(Name(symbol: name, range: range), "service", first: known)
        }
    }

    /// Returns the services of a flow. A sub-flow that names none uses the services of the compiled flow.
    func services(of flow: Int) -> ServiceSet { servicesByFlow[flow] ?? rootServices }

    /// The services of the compiled flow and its imports, without duplicates.
    var allServices: [ServiceDescription] {
        var visited: Set<Int> = []
        return ([rootServices] + servicesByFlow.sorted { $0.key < $1.key }.map(\.value)).flatMap(\.all).filter {
            visited.insert($0.document).inserted
        }
    }

    /// Returns the name of an operation in requests, such as `SignUp` or `cognito:SignUp`.
    ///
    /// If several services have an operation of this name, the name of the service comes first, if it has one.
    func requestName(of operation: Symbol, in service: ServiceDescription) -> String {
        guard sharedOperations.contains(operation), let name = service.name else { return symbols[operation] }
        return "\(symbols[name]):\(symbols[operation])"
    }

    /// Returns a flow and all flows that it imports, directly, through a base flow or through another import.
    private static func usedFlows(from root: Int, _ links: [DocumentLinks]) -> [Int] {
        var used: [Int] = []
        var pending = [root]
        while let flow = pending.popLast() {
            guard links.indices.contains(flow), !used.contains(flow) else { continue }
            used.append(flow)
            for document in extensionChain(from: flow, links) { pending += links[document].imports }
        }
        return used
    }

    /// Returns the documents of a flow's services: those that it names, or else those that its nearest base flow names.
    private static func serviceDocuments(of flow: Int, _ links: [DocumentLinks]) -> [Int] {
        extensionChain(from: flow, links).lazy.map { links[$0].services }.first { !$0.isEmpty } ?? []
    }

    /// Returns a document and its base documents, nearest first. The result ends before the first repeated one.
    private static func extensionChain(from start: Int, _ links: [DocumentLinks]) -> [Int] {
        var chain: [Int] = []
        var visited: Set<Int> = []
        var next: Int? = start
        while let document = next, visited.insert(document).inserted {
            chain.append(document)
            next = links[document].extends
        }
        return chain
    }

    /// Returns a flow and its base flows, nearest first.
    ///
    /// The result ends before the first document that is not a flow or that occurs a second time.
    func extensionChain(from start: Int) -> [FlowDeclaration] {
        var chain: [FlowDeclaration] = []
        for document in Self.extensionChain(from: start, links) {
            guard let flow = flows[document] else { break }
            chain.append(flow)
        }
        return chain
    }
}

/// The documents that one document refers to, as indices into the documents of a compilation.
package struct DocumentLinks: Sendable {
    /// The base flow; nil if the document does not extend one.
    var extends: Int?
    var imports: [Int]
    var services: [Int]

    /// Creates the links of a document to others, by their indices.
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

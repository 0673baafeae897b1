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
    /// The service of the flow at hand.
    let service: ServiceDescription
    /// The number of transitions and branches.
    let transitionCount: Int

    private init(
        symbols: SymbolTable, flows: [FlowDeclaration?], links: [DocumentLinks], service: ServiceDescription,
        transitionCount: Int
    ) {
        self.symbols = symbols
        self.flows = flows
        self.links = links
        self.service = service
        self.transitionCount = transitionCount
    }

    /// Reads the documents that a flow is made of.
    /// - Returns: the program, and what is wrong with the names in the service description.
    static func read(
        _ trees: [SyntaxTree], links: [DocumentLinks], root: Int, audit: AttributeAudit? = nil
    ) -> (program: Program, findings: [Diagnostic]) {
        let pass = ReadingPass(audit: audit)
        let service = service(trees, links, root).map { document in
            ServiceReader.read(ElementReader(pass: pass, tree: trees[document], element: trees[document].root))
        }
        let flows = trees.enumerated().map { document, tree -> FlowDeclaration? in
            let reader = ElementReader(pass: pass, tree: tree, element: tree.root)
            return reader.kind == .flow ? FlowDeclaration(reader, document: document) : nil
        }
        let program = Program(
            symbols: pass.symbols, flows: flows, links: links, service: service?.service ?? ServiceDescription(),
            transitionCount: pass.transitionCount)
        return (program, service?.findings ?? [])
    }

    /// The document of the service of a flow, or of the nearest flow that it extends.
    private static func service(_ trees: [SyntaxTree], _ links: [DocumentLinks], _ root: Int) -> Int? {
        var next: Int? = root
        var seen: Set<Int> = []
        while let document = next, seen.insert(document).inserted {
            if let service = links[document].service { return service }
            next = links[document].extends
        }
        return nil
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

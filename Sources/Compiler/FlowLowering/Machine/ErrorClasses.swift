import FlowDiagnostics
import FlowIR
import FlowTable

/// Resolves the error classes of a flow.
enum ErrorClasses {
    /// Resolves the class of each error type, and reports types that nothing raises or that a file lists twice.
    ///
    /// An abstract flow, a base flow of an import and an indirect import may also list types that nothing raises here.
    ///
    /// - Parameters:
    ///   - unit: the flow that declares the classes, itself or through base flows and imports
    ///   - program: the documents of the compilation
    ///   - raised: the error types that statements of the flow and its sub-flows raise
    /// - Returns: each error type with the name of its class, sorted by type, and the findings
    static func classes(
        of unit: FlowUnit, _ program: Program, raised: Set<Symbol>
    ) -> (classes: [(type: ByteString, name: ByteString)], findings: [Diagnostic]) {
        let (symbols, wording) = (program.symbols, NameDiagnostics(symbols: program.symbols))
        let serviceErrors = program.allServices.flatMap(\.errors)
        let known = knownTypes(in: unit, symbols, raised: raised.union(serviceErrors))
        var classes: [(type: ByteString, name: ByteString)] = []
        var findings: [Diagnostic] = []
        var classified: [Symbol: Name] = [:]
        let own = Set((unit.composition.roots + unit.composition.importedRoots.compactMap(\.first)).map(\.document))
        for (error, name, document) in classifiedErrors(in: unit, program) {
            if own.contains(document), !known.contains(symbols.name(error.symbol)), !unit.isAbstract {
                findings.append(
                    wording.unknownError(
                        error, among: known.sorted().map(\.text), serviceErrors: serviceErrors))
            } else if let first = classified[error.symbol] {
                // In another file, the class of the flow replaces that of its base flow or sub-flow.
                if first.range.file == error.range.file { findings.append(secondClass(of: error, first, symbols)) }
            } else {
                classified[error.symbol] = error
                classes.append((symbols.name(error.symbol), symbols.name(name.symbol)))
            }
        }
        return (classes.sorted { $0.type < $1.type }, findings)
    }

    /// Returns the finding about an error type that the classes of a file list twice.
    private static func secondClass(of error: Name, _ first: Name, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[error.symbol]
        return Diagnostic(
            .duplicateName, at: error.range, "the error '\(text)' is already in a class", subjects: [text],
            notes: [Diagnostic.Note("first listed here", at: first.range)], help: ["remove it from one of the classes"])
    }

    /// Returns the error types that a flow, its base flows and its imports classify, each with its class and document.
    ///
    /// The flow comes first, then its base flows, the nearest one first. The imports follow, each with its base flows,
    /// and then the flows that these import.
    private static func classifiedErrors(
        in unit: FlowUnit, _ program: Program
    ) -> [(error: Name, name: Name, document: Int)] {
        var flows = unit.composition.roots
        var visited = Set(flows.map(\.document))
        var pending = unit.composition.importedRoots
        while !pending.isEmpty {
            for flow in pending.removeFirst() where visited.insert(flow.document).inserted {
                flows.append(flow)
                pending += program.links[flow.document].imports.map { program.extensionChain(from: $0) }
            }
        }
        return flows.flatMap { flow in
            flow.frame.flatMap { declaration -> [(error: Name, name: Name, document: Int)] in
                guard case .errorClass(let name, let errors) = declaration else { return [] }
                return errors.map { ($0, name, flow.document) }
            }
        }
    }

    /// Returns the types that an error class may list: raised and reserved ones, failures of handlers, and `*`.
    ///
    /// A type counts as raised even if no state runs the statement that raises it, or if an extension replaces the node
    /// or the handler.
    private static func knownTypes(
        in unit: FlowUnit, _ symbols: SymbolTable, raised: Set<Symbol>
    ) -> Set<ByteString> {
        let flows = unit.composition.roots + unit.composition.importedRoots.joined()
        let failures = flows.flatMap(\.frame).flatMap { declaration -> Set<Symbol> in
            if case .handler(let handler) = declaration { handler.fails } else { [] }
        }
        let known = raised.union(failures).union(RaisedErrors(flows).types)
        return Set(ReservedError.allCases.map { ByteString($0.rawValue) } + symbols.names(known) + ["*"])
    }
}

/// Collects the error types that statements in the files of flows raise, even if no state runs the statement.
struct RaisedErrors {
    private(set) var types: Set<Symbol> = []

    /// Collects the error types that statements in the files of some flows raise.
    init(_ flows: [FlowDeclaration]) {
        for flow in flows {
            add(flow.scope)
            flow.groups.forEach { add($0.scope) }
            for case .node(let node, _) in flow.members {
                add(node.scope)
                node.answers.forEach { add($0.scope) }
            }
        }
    }

    /// Adds the error types in the statements of a scope and of its transitions.
    private mutating func add(_ scope: ScopeDeclaration) {
        for transition in scope.ownTransitions { add(transition.statements) }
        add(scope.items.compactMap { if case .statement(let statement) = $0 { statement } else { nil } })
    }

    /// Adds the error types of statements, also in branches and on the failures of handlers.
    private mutating func add(_ statements: [StatementSyntax]) {
        for statement in statements {
            switch statement.action {
            case .error(let type, _): types.insert(type.symbol)
            case .branch(let branch): add(branch.statements)
            case .handle(let work): add(work.scope)
            default: break
            }
        }
    }
}

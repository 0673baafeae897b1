import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// The statements of an author about the flow as a whole: assertions and declarations, and answers of the service that are named.
struct AuthorStatementLowering {
    private let builder: MachineBuilder
    private let unit: FlowUnit
    private let numbering: StateNumbering
    private let wording: NameWording
    private var statements = AuthorStatements()
    private var findings: [Diagnostic] = []

    /// The statements of the author of a flow, under final numbers of states.
    static func statements(
        _ builder: MachineBuilder, _ unit: FlowUnit, _ numbering: StateNumbering
    ) -> (statements: AuthorStatements, findings: [Diagnostic]) {
        var lowering = AuthorStatementLowering(builder, unit, numbering)
        lowering.statements.namedReplies = builder.notes.namedReplies
        for root in unit.composition.roots {
            for case .assertion(let assertion) in root.frame { lowering.add(assertion) }
        }
        lowering.addDeclarations()
        return (lowering.statements, lowering.findings)
    }

    private init(_ builder: MachineBuilder, _ unit: FlowUnit, _ numbering: StateNumbering) {
        self.builder = builder
        self.unit = unit
        self.numbering = numbering
        wording = NameWording(symbols: builder.program.symbols)
    }

    private var symbols: SymbolTable { wording.symbols }

    private func plan(_ index: Int) -> NodePlan? { builder.plan.nodes.first?[index] }

    // MARK: Assertions

    private mutating func add(_ assertion: AssertionDeclaration) {
        switch assertion.kind {
        case .always:
            let known = Symbol.hostEvents + symbols.sorted(unit.declarations.commands)
            for event in assertion.subjects {
                if known.contains(event.symbol) {
                    statements.assertions.append(.always(event: symbols[event.symbol], range: event.range))
                } else {
                    findings.append(wording.unknown(event, "event", .unknownEvent, among: known))
                }
            }
        default:
            let passing = passing(assertion.unlessBefore)
            let names = symbols.texts(assertion.unlessBefore.map(\.whole.symbol))
            for name in assertion.subjects {
                guard let end = end(name) else { continue }
                statements.assertions.append(
                    assertion.kind == .never
                        ? .never(end: end, passing: passing, names: names) : .reachable(end: end))
            }
        }
    }

    private mutating func end(_ name: Name) -> Assertion.NamedEnd? {
        let ends = unit.nodes.enumerated().compactMap { offset, node in
            node.flatMap { $0.kind == .end ? (offset: offset, element: $0) : nil }
        }
        let named = ends.filter {
            $0.element.id.symbol == name.symbol || $0.element.first(\.outcome)?.symbol == name.symbol
        }
        guard !named.isEmpty else {
            let outcomes = ends.map(\.element.id.symbol) + ends.compactMap { $0.element.first(\.outcome)?.symbol }
            findings.append(wording.unknown(name, "outcome", .unknownOutcome, among: outcomes))
            return nil
        }
        let states = named.compactMap { plan($0.offset)?.entry }.map { numbering.number[$0] }
        return Assertion.NamedEnd(name: symbols[name.symbol], states: states, range: name.range)
    }

    /// Everything of which an assertion wants something passed, each once.
    private mutating func passing(_ names: [PassingName]) -> [Passing] {
        let resolver = PassingResolver(builder, numbering)
        var seen: Set<Passing> = []
        var result: [Passing] = []
        for name in names {
            switch resolver.resolve(name) {
            case .success(let passing): result += passing.filter { seen.insert($0).inserted }
            case .failure(let fault): findings.append(fault.finding)
            }
        }
        return result
    }

    // MARK: Declarations

    /// Everything that the compiled file declares, and whether anything mentions it.
    private mutating func addDeclarations() {
        guard let root = unit.root else { return }
        let mentioned = builder.notes.mentionedEvents
        var imports = 0
        for declaration in root.frame {
            switch declaration {
            case .data(let data): data.forEach { add($0) }
            case .handler(let handler):
                let isUsed = builder.notes.usedHandlers.contains(handler.name.symbol)
                add(.handler(isUsed: isUsed), "handler", handler.name)
            case .command(let name, _): add(.command(isUsed: mentioned.contains(name.symbol)), "command", name)
            case .imported(let file):
                if let file { add(.flow(isUsed: isUsed(import: imports, of: root)), "import", file) }
                imports += 1
            default: break
            }
        }
        var seen: Set<Symbol> = []
        for scope in unit.allScopes where scope.file == root.file && scope.kind != .answer {
            for ask in scope.asks where seen.insert(ask.stored.symbol).inserted { addValue(ask.stored, "answer") }
        }
    }

    private mutating func add(_ data: DataDeclaration) {
        switch data {
        case .input(let input): addValue(input.name, "input")
        case .value(let value): addValue(value.name, "value")
        case .facts(let names): names.forEach { addValue($0, "fact") }
        case .counters(let names):
            guard let instance = builder.plan.instances.first else { return }
            for name in names {
                guard let counter = builder.tables.counters.counter(name.symbol, of: instance) else { continue }
                add(.counter(counter), "counter", name)
            }
        }
    }

    private mutating func addValue(_ name: Name, _ kind: String) {
        let slot = builder.plan.instances.first.flatMap { builder.tables.slots.mentioned(name.symbol, of: $0) }
        add(.value(slot), kind, name)
    }

    private mutating func add(_ kind: Declared.Kind, _ what: String, _ name: Name) {
        statements.declared.append(
            Declared(kind: kind, what: what, name: symbols[name.symbol], range: name.range))
    }

    /// An import is used if a node uses its flow, or if it brings handlers or classes.
    private func isUsed(import index: Int, of root: FlowDeclaration) -> Bool {
        let targets = builder.program.links[root.document].imports
        guard index < targets.count, let imported = builder.program.flows[targets[index]] else { return true }
        let bringsOthers = imported.frame.contains { declaration in
            switch declaration {
            case .handler, .errorClass: true
            default: false
            }
        }
        if bringsOthers { return true }
        return unit.nodes.contains { $0?.first(\.flow)?.symbol == imported.name?.symbol }
    }
}

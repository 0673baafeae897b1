import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// The statements of an author about the flow as a whole: assertions and declarations, and answers of the service that are named.
struct AuthorStatementLowering {
    private let builder: MachineBuilder
    private let unit: FlowUnit
    private let numbering: StateNumbering
    private let wording: NameDiagnostics
    private var statements = AuthorStatements()
    private var findings: [Diagnostic] = []

    /// The statements of the author of a flow, under final numbers of states.
    static func statements(
        _ builder: MachineBuilder, _ unit: FlowUnit, _ numbering: StateNumbering
    ) -> (statements: AuthorStatements, findings: [Diagnostic]) {
        var lowering = AuthorStatementLowering(builder, unit, numbering)
        lowering.statements.namedReplies = builder.notes.namedReplies
        for instance in builder.plan.instances { lowering.addAssertions(of: instance) }
        lowering.addDeclarations()
        return (lowering.statements, lowering.findings)
    }

    private init(_ builder: MachineBuilder, _ unit: FlowUnit, _ numbering: StateNumbering) {
        self.builder = builder
        self.unit = unit
        self.numbering = numbering
        wording = NameDiagnostics(symbols: builder.program.symbols)
    }

    private var symbols: SymbolTable { wording.symbols }

    // MARK: Assertions

    /// Adds the assertions of a flow. A sub-flow makes them once for each of its uses, since what holds in one may not hold in another.
    private mutating func addAssertions(of instance: Instance) {
        let declared = instance.unit.composition.roots.flatMap { root in
            root.frame.compactMap { if case .assertion(let assertion) = $0 { assertion } else { nil } }
        }
        guard !declared.isEmpty else { return }
        let use = use(of: instance)
        for assertion in declared { add(assertion, of: instance, use) }
    }

    private func use(of instance: Instance) -> Assertion.Use? {
        guard let (outer, index) = instance.user, let plan = builder.plan.nodes[outer.number][index] else { return nil }
        let inside = builder.plan.instances.filter { $0.chain.contains { $0 === instance } }
        let nodes = inside.flatMap { builder.plan.nodes[$0.number].compactMap { $0?.node } }
        guard let first = nodes.min(), let last = nodes.max() else { return nil }
        return Assertion.Use(
            name: builder.plan.writtenNodes[plan.node].id, entry: numbering.number[plan.entry], nodes: first...last,
            range: builder.plan.nodePlaces[plan.node].range)
    }

    private mutating func add(_ assertion: AssertionDeclaration, of instance: Instance, _ use: Assertion.Use?) {
        switch assertion.kind {
        case .always:
            let known = Symbol.hostEvents + symbols.sorted(instance.unit.declarations.commands)
            for event in assertion.subjects {
                if known.contains(event.symbol) {
                    statements.assertions.append(.always(event: symbols[event.symbol], range: event.range, use: use))
                } else {
                    report(wording.unknown(event, "event", .unknownEvent, among: known))
                }
            }
        case .never:
            let passing = passing(assertion.unlessBefore, in: instance)
            let names = symbols.texts(assertion.unlessBefore.map(\.whole.symbol))
            for end in assertion.subjects.compactMap({ end($0, of: instance) }) {
                statements.assertions.append(.never(end: end, passing: passing, names: names, use: use))
            }
        default: for end in assertion.subjects.compactMap({ end($0, of: instance) }) { addReachable(end, use) }
        }
    }

    /// The states of all uses count for one assertion.
    private mutating func addReachable(_ end: Assertion.NamedEnd, _ use: Assertion.Use?) {
        let uses = use.map { [$0] } ?? []
        for (index, assertion) in statements.assertions.enumerated() {
            guard case .reachable(var known, let others) = assertion, known.range == end.range else { continue }
            known.states += end.states
            statements.assertions[index] = .reachable(end: known, uses: others + uses)
            return
        }
        statements.assertions.append(.reachable(end: end, uses: uses))
    }

    /// Reports what is wrong with an assertion, once for all uses.
    private mutating func report(_ finding: Diagnostic) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    private mutating func end(_ name: Name, of instance: Instance) -> Assertion.NamedEnd? {
        let ends = instance.unit.nodes.enumerated().compactMap { offset, node in
            node.flatMap { $0.kind == .end ? (offset: offset, element: $0) : nil }
        }
        let named = ends.filter {
            $0.element.id.symbol == name.symbol || $0.element.nearest(\.outcome)?.symbol == name.symbol
        }
        guard !named.isEmpty else {
            let outcomes = ends.map(\.element.id.symbol) + ends.compactMap { $0.element.nearest(\.outcome)?.symbol }
            report(wording.unknown(name, "outcome", .unknownOutcome, among: outcomes))
            return nil
        }
        let nodes = builder.plan.nodes[instance.number]
        let states = named.compactMap { nodes[$0.offset]?.entry }.map { numbering.number[$0] }
        return Assertion.NamedEnd(name: symbols[name.symbol], states: states, range: name.range)
    }

    /// Everything of which an assertion wants something passed, each once.
    private mutating func passing(_ names: [PassingName], in instance: Instance) -> [Passing] {
        let resolver = PassingResolver(builder, numbering)
        var seen: Set<Passing> = []
        var result: [Passing] = []
        for name in names {
            switch resolver.resolve(name, in: instance) {
            case .success(let passing): result += passing.filter { seen.insert($0).inserted }
            case .failure(let fault): report(fault.finding)
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
        return unit.nodes.contains { $0?.nearest(\.flow)?.symbol == imported.name?.symbol }
    }
}

import FlowDiagnostics
import FlowIR
import FlowSyntax

/// Lowers what the author states about the flow: assertions, declarations, the happy path, and named replies.
struct AuthorStatementLowering {
    private let builder: MachineBuilder
    private let unit: FlowUnit
    private let numbering: StateNumbering
    private let wording: NameDiagnostics
    private var statements = AuthorStatements()
    private var findings: [Diagnostic] = []
    /// The positions of the `reachable` assertions, by flow and by the place of the end's name.
    private var reachable: [ObjectIdentifier: [SourceRange: Int]] = [:]
    /// The place of the first literal of each text that a `send` or `set` of the compiled file contains.
    private var literals: [String: SourceRange] = [:]

    /// Returns the statements of the author with the final numbers of states, and findings about names in assertions.
    static func statements(
        _ builder: MachineBuilder, _ unit: FlowUnit, _ numbering: StateNumbering
    ) -> (statements: AuthorStatements, findings: [Diagnostic]) {
        var lowering = AuthorStatementLowering(builder, unit, numbering)
        lowering.statements.namedReplies = builder.notes.namedReplies
        for instance in builder.plan.instances { lowering.addAssertions(of: instance) }
        lowering.addDeclarations()
        lowering.addHappyPath()
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

    /// Adds the assertions of an instance. An assertion of a sub-flow is checked for each use of the sub-flow.
    private mutating func addAssertions(of instance: Instance) {
        let declared = instance.unit.composition.roots.flatMap { root in
            root.frame.compactMap { if case .assertion(let assertion) = $0 { assertion } else { nil } }
        }
        guard !declared.isEmpty else { return }
        let use = use(inlining: instance)
        for assertion in declared { add(assertion, of: instance, use) }
    }

    /// Returns the use that inlines an instance, or nil for the compiled flow and for an instance without nodes.
    private func use(inlining instance: Instance) -> Assertion.Use? {
        guard let (outer, index) = instance.user, let states = builder.plan.nodes[outer.number][index]
        else { return nil }
        let inside = builder.plan.instances.filter { $0.chain.contains { $0 === instance } }
        let nodes = inside.flatMap { builder.plan.nodes[$0.number].compactMap { $0?.node } }
        // The nodes of an instance and of the instances inside it have consecutive numbers.
        guard let first = nodes.min(), let last = nodes.max() else { return nil }
        return Assertion.Use(
            name: builder.plan.writtenNodes[states.node].id, entry: numbering.number[states.entry], nodes: first...last,
            range: builder.plan.nodePlaces[states.node].range)
    }

    /// Adds an assertion of an instance, without the names that are unknown. Each of them is reported.
    private mutating func add(_ assertion: AssertionDeclaration, of instance: Instance, _ use: Assertion.Use?) {
        switch assertion.kind {
        case .always:
            let known = Symbol.hostEvents + symbols.sorted(instance.unit.declarations.commands)
            for event in assertion.subjects {
                if known.contains(event.symbol) {
                    statements.assertions.append(
                        .always(event: symbols.name(event.symbol), range: event.range, use: use))
                } else {
                    report(wording.unknown(event, "event", .unknownEvent, among: known))
                }
            }
        case .never:
            let passing = passings(of: assertion.unlessBefore, in: instance)
            let names = symbols.texts(assertion.unlessBefore.map(\.whole.symbol))
            for end in assertion.subjects.compactMap({ namedEnd($0, of: instance) }) {
                statements.assertions.append(.never(end: end, passing: passing, names: names, use: use))
            }
        // The only other kind is `reachable`.
        default:
            for end in assertion.subjects.compactMap({ namedEnd($0, of: instance) }) {
                addReachable(end, of: instance, use)
            }
        }
    }

    /// Adds a `reachable`. All uses of a sub-flow share one assertion, because the end has to be reachable in only one
    /// of them.
    private mutating func addReachable(_ end: Assertion.NamedEnd, of instance: Instance, _ use: Assertion.Use?) {
        let uses = use.map { [$0] } ?? []
        let unit = ObjectIdentifier(instance.unit)
        if let index = reachable[unit]?[end.range],
            case .reachable(var known, let others) = statements.assertions[index]
        {
            known.states += end.states
            statements.assertions[index] = .reachable(end: known, uses: others + uses)
            return
        }
        reachable[unit, default: [:]][end.range] = statements.assertions.count
        statements.assertions.append(.reachable(end: end, uses: uses))
    }

    /// Adds a finding about an assertion, unless another use of the sub-flow has already caused the same finding.
    private mutating func report(_ finding: Diagnostic) {
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// Resolves a name to the states of all ends with this `id` or outcome.
    ///
    /// If no end matches, reports the name and returns nil.
    private mutating func namedEnd(_ name: Name, of instance: Instance) -> Assertion.NamedEnd? {
        let ends = instance.unit.nodes.enumerated().compactMap { offset, node in
            node.flatMap { $0.kind == .end ? (index: offset, node: $0) : nil }
        }
        let named = ends.filter {
            $0.node.id.symbol == name.symbol || $0.node.nearest(\.outcome)?.symbol == name.symbol
        }
        guard !named.isEmpty else {
            let known = ends.map(\.node.id.symbol) + ends.compactMap { $0.node.nearest(\.outcome)?.symbol }
            report(wording.unknown(name, "outcome", .unknownOutcome, among: known))
            return nil
        }
        let nodes = builder.plan.nodes[instance.number]
        let states = named.compactMap { nodes[$0.index]?.entry }.map { numbering.number[$0] }
        return Assertion.NamedEnd(name: symbols[name.symbol], states: states, range: name.range)
    }

    /// Returns the ways in which a path passes one of the names in `unless-before`, without duplicates.
    ///
    /// A name that is unknown or ambiguous is reported, and left out.
    private mutating func passings(of names: [PassingName], in instance: Instance) -> [Passing] {
        let resolver = PassingResolver(builder, numbering)
        var visited: Set<Passing> = []
        var result: [Passing] = []
        for name in names {
            do throws(PassingResolver.Fault) {
                let passings = try resolver.passings(of: name, in: instance)
                result += passings.filter { visited.insert($0).inserted }
            } catch {
                report(error.finding)
            }
        }
        return result
    }

    // MARK: Happy path

    /// Adds the nodes of the compiled flow's happy path, without names that no node has.
    private mutating func addHappyPath() {
        guard let instance = builder.plan.instances.first else { return }
        let nodes = builder.plan.nodes[instance.number]
        statements.happyPath = instance.unit.composition.happyPath.compactMap { name in
            guard let index = instance.unit.composition.nodeIndex[name.symbol], let node = instance.unit.nodes[index],
                let states = nodes[index]
            else { return nil }
            return Waypoint(
                name: symbols[name.symbol], node: states.node, isEnd: node.kind == .end,
                isOwn: name.range.file == unit.root?.file, range: name.range)
        }
    }

    // MARK: Declarations

    /// Adds the values, counters, handlers, commands and imports that the compiled file declares.
    ///
    /// Each has its slot, its counter, or a flag that says whether the flow uses it.
    private mutating func addDeclarations() {
        guard let root = unit.root else { return }
        let mentioned = builder.notes.mentionedEvents
        let texts = unit.allScopes.filter { $0.file == root.file }.flatMap(\.literals)
        literals = Dictionary(texts.map { ($0.trimmed, $0.range) }) { first, _ in first }
        var importIndex = 0
        for declaration in root.frame {
            switch declaration {
            case .data(let data): data.forEach { add($0) }
            case .handler(let handler):
                let isUsed = builder.notes.usedHandlers.contains(handler.name.symbol)
                add(handler.name, as: .handler(isUsed: isUsed), called: "handler")
            case .command(let name, _):
                add(name, as: .command(isUsed: mentioned.contains(name.symbol)), called: "command")
            case .imported(let file):
                if let file { add(file, as: .flow(isUsed: isUsed(import: importIndex, of: root)), called: "import") }
                importIndex += 1
            default: break
            }
        }
        addAnswers(in: root.file)
    }

    /// Adds the values that store the answers of the asks in a file.
    private mutating func addAnswers(in file: FileID) {
        var stored: Set<Symbol> = []
        for scope in unit.allScopes where scope.file == file {
            for ask in scope.asks where stored.insert(ask.stored.symbol).inserted {
                addValue(ask.stored, called: "answer")
            }
        }
    }

    /// Adds the names that a declaration in a `data` element declares.
    private mutating func add(_ declaration: DataDeclaration) {
        switch declaration {
        case .input(let input): addValue(input.name, called: "input")
        case .value(let value): addValue(value.name, called: "value")
        case .facts(let names): names.forEach { addValue($0, called: "fact") }
        case .counters(let names):
            guard let instance = builder.plan.instances.first else { return }
            for name in names {
                guard let counter = builder.tables.counters.counter(name.symbol, of: instance) else { continue }
                add(name, as: .counter(counter), called: "counter")
            }
        }
    }

    /// Adds a declared value with its slot, which is nil if the flow never mentions the value.
    private mutating func addValue(_ name: Name, called kindName: String) {
        let slot = builder.plan.instances.first.flatMap { builder.tables.slots.existingSlot(name.symbol, of: $0) }
        add(name, as: .value(slot), called: kindName, literal: literals[symbols[name.symbol]])
    }

    /// Adds a declaration. Findings call its kind `kindName`.
    private mutating func add(
        _ name: Name, as kind: Declared.Kind, called kindName: String, literal: SourceRange? = nil
    ) {
        statements.declared.append(
            Declared(kind: kind, what: kindName, name: symbols[name.symbol], range: name.range, literal: literal))
    }

    /// Returns whether an import is used: by a node, or for the handlers or error classes that it contributes.
    ///
    /// An import of a file that cannot be read counts as used.
    private func isUsed(import index: Int, of root: FlowDeclaration) -> Bool {
        let targets = builder.program.links[root.document].imports
        guard index < targets.count, let imported = builder.program.flows[targets[index]] else { return true }
        let frames = builder.program.extensionChain(from: targets[index]).flatMap(\.frame)
        let contributes = frames.contains { declaration in
            switch declaration {
            case .handler, .errorClass: true
            default: false
            }
        }
        if contributes { return true }
        return unit.nodes.contains { $0?.nearest(\.flow)?.symbol == imported.name?.symbol }
    }
}

extension ScopeDeclaration {
    /// The literals of the `send` and `set` elements in the scope and in its transitions, in source order.
    fileprivate var literals: [WrittenText] {
        items.flatMap { item -> [WrittenText?] in
            switch item {
            case .send(let send): [send.source.value]
            case .statement(let statement): [statement.literal]
            case .transition(let transition): transition.statements.map(\.literal)
            case .ask, .receive, .omit, .show, .answer: []
            }
        }
        .compactMap { $0 }
    }
}

extension StatementSyntax {
    /// The literal that a `set` assigns; nil for other statements.
    fileprivate var literal: WrittenText? { if case .set(_, let source) = action { source.value } else { nil } }
}

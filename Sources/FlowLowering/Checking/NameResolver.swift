import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Resolves the names of a flow and checks the types of its values.
struct NameResolver {
    private var names: UnitNames
    private let units: [Int: FlowUnit]

    /// The findings about a flow.
    /// - Parameters:
    ///   - unit: the flow.
    ///   - units: the flows that it imports, by document.
    ///   - program: all documents.
    ///   - isCompiled: whether it is the compiled one.
    ///   - notes: the transitions and selections that states come to.
    /// - Returns: the findings, in no order that matters.
    static func findings(
        in unit: FlowUnit, _ units: [Int: FlowUnit], of program: Program, isCompiled: Bool, _ notes: SideTables
    ) -> [Diagnostic] {
        var check = NameResolver(names: UnitNames(unit, of: program, isCompiled: isCompiled, notes), units: units)
        check.checkFrame()
        for scope in unit.allScopes { check.check(scope) }
        for (index, node) in unit.nodes.enumerated() { if let node { check.check(node, index) } }
        check.checkChallenges()
        check.names.reportDemands()
        return check.names.findings
    }

    private init(names: UnitNames, units: [Int: FlowUnit]) {
        self.names = names
        self.units = units
    }

    private var unit: FlowUnit { names.unit }
    private var services: ServiceSet { names.services }

    // MARK: Frame

    private mutating func checkFrame() {
        for derived in unit.declarations.derived.values { check(derived) }
        for (operation, with) in unit.declarations.substitutes {
            names.operation(with)
            checkAnswer(operation, with)
        }
        for root in unit.composition.roots {
            for declaration in root.frame {
                switch declaration {
                case .substitution(let operation?, _): names.operation(operation)
                case .data(let data) where names.isCompiled:
                    for case .input(let input) in data { check(input) }
                default: break
                }
            }
        }
        checkStart()
    }

    /// What stands in for the answer operation takes responses in the same place: challenges describe them once.
    private mutating func checkAnswer(_ operation: Symbol, _ with: Name) {
        for service in services.all where service.answer == operation {
            guard let answer = service.operations[operation], let other = service.operations[with.symbol],
                answer.responsePath != other.responsePath
            else { continue }
            let (name, path) = (names.text(with), answer.responsePath.joined(separator: "/"))
            names.report(
                Diagnostic(
                    .typeMismatch, at: with.range,
                    "'\(name)' replaces the answer to challenges, but expects the responses elsewhere",
                    subjects: [name], help: ["describe it with responses=\"\(path)\""]))
        }
    }

    /// The first node must exist. That a sub-flow names none is reported at its use.
    private mutating func checkStart() {
        if names.isCompiled, unit.isAbstract { return }
        if let start = unit.composition.start { return names.target(start) }
        guard names.isCompiled, let root = unit.root else { return }
        names.report(
            Diagnostic(
                .missingStart, at: root.range, "the flow does not name its first node",
                help: ["add start=\"…\" with the id of a node"]))
    }

    private mutating func check(_ derived: DerivedDeclaration) {
        names.check(derived.work)
        guard let handler = derived.work.handler.flatMap({ unit.declarations.handlers[$0.symbol] }) else { return }
        names.check(derived.guardClause)
        let given = handler.gives.map(\.name)
        let taken = derived.work.takes.map(\.into.symbol)
        if !(given + taken).contains(derived.name.symbol) {
            names.report(
                names.wording.unknownPort(
                    derived.name, of: "the handler '\(names.text(handler.name))'", at: handler.name.range, "gives",
                    among: given))
        }
    }

    // MARK: Scopes

    private mutating func check(_ scope: ScopeDeclaration) {
        let isOwn = names.isOwn(scope.file)
        ScopeDuplicates(scope, names.wording).findings.forEach { names.report($0) }
        if let within = scope.within { names.checkLimitOfTime(within) }
        for item in scope.items {
            switch item {
            case .send(let send):
                if let name = send.name { names.key(name) }
                names.source(send.source)
                if isOwn { names.checkGuard(of: send) }
            case .omit(let keys): keys.forEach { names.key($0) }
            case .receive(let receive):
                if services.outputTypes[receive.name.symbol] == nil {
                    let known = services.outputTypes.keys
                    names.report(
                        names.wording.unknown(receive.name, "parameter", .unknownParameter, sorted: known))
                }
                _ = names.value(receive.into)
            case .ask(let ask): check(ask)
            case .statement(let statement): names.check([statement])
            case .transition, .show, .answer: break
            }
        }
        let unreplaced = Set(unit.transitions(in: scope).map(\.number))
        for transition in scope.ownTransitions where isOwn || unreplaced.contains(transition.number) {
            names.check(transition, isOwn: isOwn)
        }
    }

    private mutating func check(_ ask: AskSyntax) {
        // An extension may remove an inherited input.
        if ask.kind == .input, unit.declarations.values[ask.stored.symbol] == nil { return }
        guard let type = names.value(ask.stored) else { return }
        checkWords(ask, type)
        checkFallback(ask, type)
        names.checkFallback(of: ask, type)
        if let offered = ask.offered, let type = names.value(offered) {
            names.check(type, of: offered, into: .list, "'offered'")
        }
        if let meant = ask.meant { names.check(type, of: ask.stored, into: meant) }
        if let pattern = ask.pattern { names.pattern(pattern.text) { pattern.range(of: $0) } }
    }

    /// Only a choice is made from words.
    private mutating func checkWords(_ ask: AskSyntax, _ type: ValueType) {
        guard let word = ask.words.first, type != .choice else { return }
        names.report(
            Diagnostic(
                .conflictingAttributes, at: word.range,
                "'of' lists the words of a choice, but '\(names.text(ask.name))' is of type \(type.rawValue)",
                subjects: [names.text(ask.name)], help: ["use type=\"choice\", or a pattern"]))
    }

    /// A flag that is false is absent, by default too.
    private mutating func checkFallback(_ ask: AskSyntax, _ type: ValueType) {
        guard let literal = ask.fallback else { return }
        switch type {
        case .flag where literal.text != "true" && literal.text != "false":
            names.report(
                Diagnostic(
                    .badValue, at: literal.range, "the default of a flag must be true or false",
                    help: ["write default=\"true\" or default=\"false\""]))
        case .map:
            names.report(
                Diagnostic(
                    .badValue, at: literal.range, "an input of type map cannot have a default",
                    help: ["let the app pass it, or merge entries from another map"]))
        default: break
        }
    }

    // MARK: Nodes

    private mutating func check(_ node: UnitNode, _ index: Int) {
        switch node.kind {
        case .choice: break
        case .use: checkUse(node)
        case .end: if names.isCompiled { checkShows(of: node) }
        default:
            if node.kind == .challenge { node.parts.forEach { checkRequirements(of: $0) } }
            if node.kind == .challenge, node.body.hasOtherwise { checkDeferred(node) }
            if node.shape.presents { checkShows(of: node) }
            checkSelections(of: node, index)
            RequestCheck.check(node, &names)
        }
    }

    private mutating func checkShows(of node: UnitNode) {
        node.body.nearestShows.forEach { names.check($0) }
    }

    /// Of several nodes for a challenge one must be named like it, so that it leads there by itself.
    private mutating func checkChallenges() {
        var first: [Symbol: UnitNode] = [:]
        let nodes = unit.nodes.compactMap { $0 }.filter { $0.kind == .challenge }
        let named = Set(nodes.filter { $0.parts[0].challenge?.symbol == $0.id.symbol }.map(\.id.symbol))
        for node in nodes {
            guard let challenge = node.parts[0].challenge, !named.contains(challenge.symbol) else { continue }
            guard let other = first[challenge.symbol] else {
                first[challenge.symbol] = node
                continue
            }
            names.report(
                Diagnostic(
                    .duplicateNode, at: challenge.range, "the challenge '\(names.text(challenge))' has two nodes",
                    subjects: [names.text(challenge)],
                    notes: [Diagnostic.Note("first defined here", at: other.id.range)],
                    help: ["remove the id of the one that the challenge should enter, or remove one of them"]))
        }
    }

    /// A challenge that leads on by itself asks nothing.
    private mutating func checkDeferred(_ node: UnitNode) {
        for ask in node.body.asks {
            names.report(
                Diagnostic(
                    .misplacedElement, at: ask.name.range,
                    "a challenge with 'otherwise' continues without the user, so '\(names.text(ask.name))' is never asked",
                    subjects: [names.text(ask.name)], help: ["ask in the node that it leads to"]))
        }
    }

    private mutating func checkRequirements(of part: NodeFragment) {
        for name in [part.challenge, part.answered].compactMap({ $0 }) where name.symbol != .any {
            names.challenge(name)
        }
        let own = services.all.flatMap { service in
            part.challenge.flatMap { service.challenges[$0.symbol]?.parameters } ?? []
        }
        let replies = services.all.flatMap(\.replies.values)
        let known = Set(own.map(\.name) + replies.flatMap { $0.outputs.map(\.name) })
        for name in part.requires where !known.contains(name.symbol) {
            names.report(names.wording.unknown(name, "parameter", .unknownParameter, sorted: known))
        }
    }

    /// The words of selections must be those of the ask that they are about.
    private mutating func checkSelections(of node: UnitNode, _ index: Int) {
        let choice = node.choiceAsk(in: unit.declarations)
        if choice == nil, node.shape.presents, node.scopes.contains(where: \.selects) {
            for ask in node.body.asks + node.outerScopes.flatMap(\.asks) where ask.name.symbol == .selection {
                names.report(names.wording.secondSelection(ask.name))
            }
        }
        guard let known = choice?.words.map(\.symbol), !known.isEmpty else { return }
        for transition in node.scopes.flatMap({ unit.transitions(in: $0) })
        where transition.selector.kind == .select && names.listens(index, to: transition) {
            for name in transition.selector.names where !known.contains(name.symbol) {
                names.report(names.wording.unknown(name, "word", .unknownWord, among: known))
            }
        }
    }

    /// The use of a sub-flow: ports must be values of it, outcomes its own, and it must have a first node.
    private mutating func checkUse(_ node: UnitNode) {
        guard let name = node.parts[0].flow, let document = unit.composition.imports[name.symbol],
            let inner = units[document]
        else { return }
        for part in node.parts {
            ScopeDuplicates(part, names.wording).findings.forEach { names.report($0) }
        }
        UseCheck.check(node, name, inner, &names)
        let ends = inner.nodes.compactMap { $0 }.filter { $0.kind == .end }
        let known = ends.map { $0.nearest(\.outcome)?.symbol ?? $0.id.symbol }
        for transition in node.parts.flatMap({ unit.transitions(in: $0.scope) })
        where transition.selector.kind == .outcome {
            for name in transition.selector.names where name.symbol != .any && !known.contains(name.symbol) {
                names.report(names.wording.unknown(name, "outcome", .unknownOutcome, among: known))
            }
        }
        if inner.composition.start == nil {
            names.report(
                Diagnostic(
                    .missingStart, at: name.range, "the flow '\(names.text(name))' does not name its first node",
                    help: ["add start=\"…\" with the id of a node to it"]))
        }
    }
}

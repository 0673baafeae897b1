import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

/// Resolves the names of a flow and checks the types of its values.
struct NameResolver {
    private var names: UnitNames
    private let units: [Int: FlowUnit]
    /// The inherited asks that an ask of an extension replaces.
    private let replacedAsks: Set<ObjectIdentifier>

    /// Checks the names in a flow, and the types of its values.
    ///
    /// - Parameters:
    ///   - unit: the flow to check
    ///   - units: the flow and its sub-flows, by document
    ///   - program: the documents of the compilation
    ///   - isCompiled: whether this is the compiled flow, not a sub-flow
    ///   - notes: the transitions and selections that lowering reached
    /// - Returns: the findings, in no particular order
    static func findings(
        in unit: FlowUnit, _ units: [Int: FlowUnit], of program: Program, isCompiled: Bool, _ notes: SideTables
    ) -> [Diagnostic] {
        var resolver = NameResolver(names: UnitNames(unit, of: program, isCompiled: isCompiled, notes), units: units)
        resolver.checkDeclarations()
        for scope in unit.allScopes { resolver.check(scope) }
        for (index, node) in unit.nodes.enumerated() { if let node { resolver.check(node, index) } }
        resolver.names.reportSentKeys()
        resolver.names.reportUnknownTargets()
        resolver.checkSelectionValue()
        resolver.checkChallengeNodes()
        resolver.names.reportUnfulfilledReceives()
        resolver.names.joinFindingsWithoutService()
        return resolver.names.findings
    }

    /// Creates a resolver for the flow of `names`; `units` are the flow and its sub-flows, by document.
    private init(names: UnitNames, units: [Int: FlowUnit]) {
        self.names = names
        self.units = units
        let replaced = names.unit.nodes.compactMap { $0?.body }.flatMap(\.replacedAsks)
        replacedAsks = Set(replaced.map { ObjectIdentifier($0) })
    }

    private var unit: FlowUnit { names.unit }
    private var services: ServiceSet { names.services }

    // MARK: Declarations

    /// Checks declarations outside of scopes: derived values, substitutions, inputs, values, `start` and `happy-path`.
    private mutating func checkDeclarations() {
        for derived in unit.declarations.derived.values { check(derived) }
        for (operation, substitute) in unit.declarations.substitutes {
            names.requireOperation(substitute)
            checkResponsePath(of: substitute, replacing: operation)
        }
        for root in unit.composition.roots {
            for declaration in root.frame { check(declaration) }
        }
        checkStart()
        checkHappyPath()
    }

    /// Checks the operation that a substitution replaces, and the inputs and values of the compiled flow.
    ///
    /// Other functions check the other declarations. `UseCheck` checks the inputs of a sub-flow.
    private mutating func check(_ declaration: FrameDeclaration) {
        switch declaration {
        case .substitution(let operation?, _): names.requireOperation(operation)
        case .data(let data) where names.isCompiled:
            for declaration in data { check(declaration) }
        default: break
        }
    }

    /// Checks an input or value, unless an extension removes or replaces it.
    private mutating func check(_ declaration: DataDeclaration) {
        switch declaration {
        case .input(let input): if isDeclared(by: input) { check(input) }
        case .value(let value): if isDeclared(by: value) { checkForm(of: value, value.type?.type ?? .text) }
        case .facts, .counters: break
        }
    }

    private func isDeclared(by element: AskSyntax) -> Bool {
        unit.declarations.values[element.name.symbol]?.declaration === element
    }

    /// Checks that an operation that replaces the answer operation takes responses at the same path.
    ///
    /// The reader of the service description places all responses at the path of the answer operation.
    private mutating func checkResponsePath(of substitute: Name, replacing operation: Symbol) {
        for service in services.all where service.answer == operation {
            guard let answer = service.operations[operation], let other = service.operations[substitute.symbol],
                answer.responsePath != other.responsePath
            else { continue }
            let (name, path) = (names.text(substitute), answer.responsePath.map(\.text).joined(separator: "/"))
            let correction = path.isEmpty ? "remove 'responses' from" : "write responses=\"\(path)\" on"
            names.report(
                Diagnostic(
                    .typeMismatch, at: substitute.range,
                    "'\(name)' replaces the answer operation, but takes the responses at another path",
                    subjects: [name], help: ["\(correction) '\(name)' in the service description"]))
        }
    }

    /// Checks that the flow names its first node in `start`, and that this node exists.
    ///
    /// If the compiled flow is abstract, its start is not checked, because flows that extend it can add the node. For a
    /// sub-flow without `start`, ``checkUse(_:)`` reports the error.
    private mutating func checkStart() {
        if names.isCompiled, unit.isAbstract { return }
        if let start = unit.composition.start { return names.requireNode(start) }
        guard names.isCompiled, let root = unit.root else { return }
        names.report(
            Diagnostic(
                .missingStart, at: root.range, "the flow does not name its first node",
                help: ["add start=\"…\" with the id of a node"]))
    }

    /// Checks that the nodes in the flow's own `happy-path` exist. A flow may remove nodes of an inherited path.
    private mutating func checkHappyPath() {
        for name in unit.root?.happyPath ?? [] { names.requireNode(name) }
    }

    /// Checks a `derive`: its handler must return the derived value, directly or through a `take`.
    private mutating func check(_ derived: DerivedDeclaration) {
        names.check(derived.work)
        ScopeDuplicates(derived.work, names.wording).findings.forEach { names.report($0) }
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

    /// Checks the items and transitions of a scope, and reports duplicate items.
    private mutating func check(_ scope: ScopeDeclaration) {
        let isOwn = names.isCompiledFile(scope.file)
        ScopeDuplicates(scope, names.wording).findings.forEach { names.report($0) }
        if let within = scope.within { names.checkTimeLimit(within) }
        for item in scope.items { check(item, isOwn: isOwn) }
        // An inherited transition that an extension replaces is checked only with its own flow.
        let unreplaced = Set(unit.transitions(in: scope).map(\.number))
        for transition in scope.ownTransitions where isOwn || unreplaced.contains(transition.number) {
            names.check(transition, isOwn: isOwn)
        }
    }

    /// Checks an item of a scope, except transitions, shows and answers, which other functions check.
    ///
    /// An ask that an extension replaces is checked only with its own flow.
    ///
    /// `isOwn` is true if the scope is in the compiled file.
    private mutating func check(_ item: ScopeDeclaration.Item, isOwn: Bool) {
        switch item {
        case .send(let send):
            if let name = send.name { names.recordSentKey(name) }
            names.requireValues(of: send.source)
            // The guard of an inherited send is checked with each request that uses it.
            if isOwn { names.checkGuard(of: send) }
        case .omit(let keys): keys.forEach { names.requireKey($0) }
        case .receive(let receive):
            if services.outputTypes[receive.name.symbol] == nil {
                let known = services.outputTypes.keys
                names.report(names.wording.unknown(receive.name, "parameter", .unknownParameter, sorting: known))
            }
            _ = names.requireValue(receive.into)
        case .ask(let ask): if !replacedAsks.contains(ObjectIdentifier(ask)) { check(ask) }
        case .statement(let statement): names.check([statement], isOwn: isOwn)
        case .transition, .show, .answer: break
        }
    }

    /// Checks the value, form and default of an `ask` or `input`, and the values in `offered` and `meant`.
    private mutating func check(_ ask: AskSyntax) {
        guard let type = names.requireValue(ask.stored) else { return }
        checkForm(of: ask, type)
        checkDefaultIsAllowed(for: ask, type)
        names.checkDefault(of: ask, type)
        if let offered = ask.offered, let offeredType = names.requireValue(offered) {
            names.checkType(offeredType, of: offered, fits: .list, for: .operation("'offered'"))
        }
        if let meant = ask.meant { names.checkType(type, of: ask.stored, fitsValue: meant) }
    }

    /// Checks that the form that an `ask`, `input` or `value` declares fits its type, and that its pattern is valid.
    private mutating func checkForm(of declaration: AskSyntax, _ type: SlotType) {
        checkWords(of: declaration, type)
        names.checkRestrictions(of: declaration, type)
        if let pattern = declaration.pattern { names.checkPattern(pattern.text) { pattern.range(of: $0) } }
    }

    /// Reports a declaration that lists words in `of` although it is not of type choice.
    private mutating func checkWords(of ask: AskSyntax, _ type: SlotType) {
        guard let word = ask.words.first, type != .choice, ask.type?.type != .choice else { return }
        names.report(
            Diagnostic(
                .conflictingAttributes, at: word.range,
                "'of' lists the words of a choice, but '\(names.text(ask.name))' is of type \(type.name)",
                subjects: [names.text(ask.name)], help: ["use type=\"choice\", or a pattern instead of 'of'"]))
    }

    /// Checks that the default of a flag is true or false, and that a map has none.
    private mutating func checkDefaultIsAllowed(for ask: AskSyntax, _ type: SlotType) {
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
                    help: ["remove the default: the host can pass the map, or the flow can merge another map into it"]))
        default: break
        }
    }

    // MARK: Nodes

    /// Checks what a node shows, requires, selects and requests. Its scope is checked with the other scopes.
    private mutating func check(_ node: UnitNode, _ index: Int) {
        switch node.kind {
        case .choice: EffectCheck.check(node, &names)
        case .use: checkUse(node)
        // An end of a sub-flow returns to the use, and shows nothing.
        case .end: if names.isCompiled { checkShows(of: node) }
        default:
            if node.kind == .challenge { node.parts.forEach { checkRequirements(of: $0) } }
            if node.kind == .challenge, node.body.hasOtherwise { reportAsks(ofBranching: node) }
            if node.shape.presents { checkShows(of: node) }
            EffectCheck.check(node, &names)
            checkSelections(of: node, index)
            RequestCheck.check(node, &names)
        }
    }

    /// Checks that the values that a node shows exist and have fitting types.
    private mutating func checkShows(of node: UnitNode) {
        node.body.nearestShows.forEach { names.check($0) }
    }

    /// Reports a challenge with several nodes, all of which have an `id`, at each of these nodes after the first.
    ///
    /// The flow enters the node without an `id` when the service returns the challenge.
    private mutating func checkChallengeNodes() {
        let nodes = unit.nodes.compactMap { $0 }.filter { $0.kind == .challenge }
        let defaultNodes = nodes.filter { $0.parts[0].challenge?.symbol == $0.id.symbol }
        let withDefault = Set(defaultNodes.map(\.id.symbol))
        var firstNodes: [Symbol: UnitNode] = [:]
        for node in nodes {
            guard let challenge = node.parts[0].challenge, !withDefault.contains(challenge.symbol) else { continue }
            guard let first = firstNodes[challenge.symbol] else {
                firstNodes[challenge.symbol] = node
                continue
            }
            names.report(
                Diagnostic(
                    .duplicateNode, at: challenge.range,
                    "the challenge '\(names.text(challenge))' has several nodes, and each has an 'id'",
                    subjects: [names.text(challenge)],
                    notes: [Diagnostic.Note("first defined here", at: first.id.range)],
                    help: ["remove the id of the node that the flow should enter, or remove one of the nodes"]))
        }
    }

    /// Reports the asks of a challenge node that branches with `otherwise`, because such a node does not wait.
    private mutating func reportAsks(ofBranching node: UnitNode) {
        for ask in node.body.asks {
            let name = names.text(ask.name)
            names.report(
                Diagnostic(
                    .misplacedElement, at: ask.name.range,
                    "'\(name)' is never asked for, because a challenge with 'otherwise' does not wait for the user",
                    subjects: [name], help: ["move the ask to the node that 'otherwise' leads to"]))
        }
    }

    /// Checks that the challenges that a challenge node names exist, and that replies can contain what it requires.
    private mutating func checkRequirements(of part: NodeFragment) {
        for name in [part.challenge, part.answered].compactMap({ $0 }) where name.symbol != .any {
            names.requireChallenge(name)
        }
        guard !part.requires.isEmpty else { return }
        let parameters = services.all.flatMap { service in
            part.challenge.flatMap { service.challenges[$0.symbol]?.parameters } ?? []
        }
        let replies = services.all.flatMap(\.replies.values)
        let known = Set(parameters.map(\.name) + replies.flatMap { $0.outputs.map(\.name) })
        for name in part.requires where !known.contains(name.symbol) {
            names.report(names.wording.unknown(name, "parameter", .unknownParameter, sorting: known))
        }
        guard let challenge = part.challenge else { return }
        let values = services.all.flatMap { $0.replyValues.values.joined() }.filter { value in
            value.challenges.map { challenge.symbol == .any ? !$0.isEmpty : $0.contains(challenge.symbol) } ?? true
        }
        let contained = Set(values.map(\.output.name))
        let reply = "reply with " + (challenge.symbol == .any ? "a challenge" : "'\(names.text(challenge))'")
        for name in part.requires where known.contains(name.symbol) && !contained.contains(name.symbol) {
            names.report(names.wording.neverContained(name, in: reply))
        }
    }

    /// Checks that the words of each `on select` are words of the ask that it tests.
    ///
    /// If the node asks for no choice, `on select` adds an ask. In this case, reports the declared asks of its name.
    private mutating func checkSelections(of node: UnitNode, _ index: Int) {
        guard let choice = node.choiceAsk(in: unit.declarations) else { return reportSecondSelections(in: node) }
        let known = choice.words.map(\.symbol)
        guard !known.isEmpty else { return }
        for transition in node.scopes.flatMap({ unit.transitions(in: $0) })
        where transition.selector.kind == .select && names.isReached(transition, atNode: index) {
            for name in transition.selector.names where !known.contains(name.symbol) {
                names.report(names.wording.unknown(name, "word", .unknownWord, among: known))
            }
        }
    }

    /// Reports the asks in a step that have the same name as its implicit ask for the word of `on select`.
    ///
    /// A step without an `on select` has no implicit ask.
    private mutating func reportSecondSelections(in node: UnitNode) {
        guard node.shape.presents, node.scopes.contains(where: \.selects) else { return }
        for ask in node.body.asks + node.outerScopes.flatMap(\.asks) where ask.name.symbol == .selection {
            names.report(names.wording.secondSelection(ask.name))
        }
    }

    /// Checks that a declared value `selection` can store the answer of the implicit ask, unless its name is reported.
    private mutating func checkSelectionValue() {
        guard unit.impliesSelection, let value = unit.declarations.values[.selection], value.type != .choice,
            !names.findings.contains(where: { $0.code == .duplicateName && $0.range == value.range })
        else { return }
        let text = names.program.symbols[value.name]
        names.report(
            Diagnostic(
                .typeMismatch, at: value.range,
                "'\(text)' stores the word of <on select>, but is of type \(value.type.name)", subjects: [text],
                help: ["declare it with type=\"choice\", or rename it"]))
    }

    /// Checks the use of a sub-flow: its bindings, its outcomes, and that the sub-flow has a first node.
    private mutating func checkUse(_ node: UnitNode) {
        guard let name = node.parts[0].flow, let document = unit.composition.imports[name.symbol],
            let inner = units[document]
        else { return }
        for part in node.parts {
            ScopeDuplicates(part, names.wording).findings.forEach { names.report($0) }
        }
        UseCheck.check(node, name, inner, &names)
        checkOutcomes(of: node, inner)
        if inner.composition.start == nil {
            names.report(
                Diagnostic(
                    .missingStart, at: name.range, "the flow '\(names.text(name))' does not name its first node",
                    help: ["add start=\"…\" with the id of a node to that flow"]))
        }
    }

    /// Checks that the outcomes in the transitions of a use are outcomes of its sub-flow.
    ///
    /// Transitions around the use are not checked, because they can be for outcomes of other sub-flows.
    private mutating func checkOutcomes(of node: UnitNode, _ inner: FlowUnit) {
        let ends = inner.nodes.compactMap { $0 }.filter { $0.kind == .end }
        let known = ends.map { $0.nearest(\.outcome)?.symbol ?? $0.id.symbol }
        for transition in node.parts.flatMap({ unit.transitions(in: $0.scope) })
        where transition.selector.kind == .outcome {
            for name in transition.selector.names where name.symbol != .any && !known.contains(name.symbol) {
                names.report(names.wording.unknown(name, "outcome", .unknownOutcome, among: known))
            }
        }
    }
}

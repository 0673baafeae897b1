import FlowDiagnostics
import FlowIR
import FlowTable

/// Lowers the contents of a step: the events that it accepts, the words of its selections, and its time limit.
struct StepLowering {
    let program: Program
    let context: LoweringContext

    /// The transitions in all scopes of the node, nearest first.
    private var transitions: [TransitionDeclaration] {
        context.node.scopes.flatMap { context.unit.transitions(in: $0) }
    }

    /// Returns the host events that the step accepts, sorted by name.
    ///
    /// These are the events that transitions in scope handle, and `submit` if the step asks (`asks`) or has a request.
    func hostEvents(asks: Bool) -> [Symbol] {
        var names: Set<Symbol> = []
        for transition in transitions {
            if transition.selector.kind == .event { names.formUnion(transition.selector.names.map(\.symbol)) }
            if transition.selector.kind == .select { names.insert(.submit) }
        }
        if context.states.request != nil || asks { names.insert(.submit) }
        return program.symbols.sorted(names.subtracting(Symbol.replyEvents))
    }

    /// Returns the implicit ask of `on select`, or nil if no `on select` is in scope or `asks` contains a choice.
    ///
    /// The ask has the words of all selections in scope.
    func impliedAsk(besides asks: [Ask], _ tables: inout LoweringTables) -> Ask? {
        let selects = transitions.filter { $0.selector.kind == .select }
        guard !selects.isEmpty, !asks.contains(where: { tables.slots[$0.slot].type == .choice }) else { return nil }
        var ask = Ask(
            name: program.symbols.name(.selection), slot: tables.slots.internSelection(of: context.instance))
        ask.flags[.required] = true
        ask.flags[.nonEmpty] = true
        for name in selects.flatMap(\.selector.names) {
            let word = program.symbols.name(name.symbol)
            if !ask.words.contains(word) { ask.words.append(word) }
        }
        return ask
    }

    /// Returns the condition that the user chose one of the words of an `on select`.
    ///
    /// The result is nil if the `on select` has no words, or if the value that stores the choice is not declared.
    func selectionCondition(of transition: TransitionDeclaration, _ tables: inout LoweringTables) -> Condition? {
        let choice = context.node.choiceAsk(in: context.unit.declarations)
        let slot: SlotID?
        if let choice {
            slot = tables.slots.intern(choice.stored.symbol, of: context.instance)
        } else {
            slot = tables.slots.internSelection(of: context.instance)
        }
        guard let slot else { return nil }
        let tests = transition.selector.names.map {
            Condition.equals(
                slot, program.symbols.name($0.symbol), ignoringCase: choice?.ignoresCase ?? false)
        }
        guard let first = tests.first else { return nil }
        return tests.dropFirst().reduce(first) { .or($0, $1) }
    }

    /// The nearest `after`: a number of seconds, or the name of a value; nil if the step has no time limit.
    var timeLimitName: Name? { transitions.lazy.compactMap(\.after).first }

    /// Returns the time limit of the step, or nil if there is none, or if it names a value that does not exist.
    func timeLimit(_ tables: inout LoweringTables) -> Presentation.TimeLimit? {
        guard let name = timeLimitName else { return nil }
        if let seconds = Int(program.symbols[name.symbol]) { return .seconds(seconds) }
        return tables.slots.intern(name.symbol, of: context.instance).map { .slot($0) }
    }

    /// Returns the facts about a step that the checks need: its time limit, and the values that must be present.
    ///
    /// These values are the lists that `asks` offer and the value that sets the time limit.
    func facts(_ asks: [AskSyntax], _ tables: inout LoweringTables) -> StateFacts {
        var facts = StateFacts()
        for name in asks.compactMap(\.offered) {
            guard let slot = tables.slots.intern(name.symbol, of: context.instance) else { continue }
            facts.needs.append(
                DataNeed(source: Source(.slot(slot)), reason: "the ask offers its items", range: name.range))
        }
        guard let name = timeLimitName else { return facts }
        facts.timeLimit = name.range
        if Int(program.symbols[name.symbol]) == nil, let slot = tables.slots.intern(name.symbol, of: context.instance) {
            facts.needs.append(
                DataNeed(source: Source(.slot(slot)), reason: "it sets the time limit of the step", range: name.range))
        }
        return facts
    }
}

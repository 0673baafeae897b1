import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

extension MachineBuilder {
    // MARK: Choices, uses, ends

    /// A choice: statements and branches at once.
    mutating func lowerChoice(_ context: LoweringContext) {
        let statements = context.node.body.statements
        noteChoice(statements, context)
        // Also what follows on a handler ends there, unless a branch without a guard leads on.
        let isClosed = statements.last.map { $0.isBranch && $0.guardClause == nil } ?? false
        let block =
            attemptsLeft(context) + sequence(statements, context, then: isClosed ? [] : [.refuse("incomplete-choice")])
        states[context.plan.entry].kind = .choice(Block(isClosed ? block + [.refuse("incomplete-choice")] : block))
    }

    /// Branches in the order of writing, for the checks.
    private mutating func noteChoice(_ statements: [StatementSyntax], _ context: LoweringContext) {
        var branches: [Decision.Branch] = []
        var part = 0
        for statement in statements {
            guard case .branch(let branch) = statement.action else {
                if statement.changesValues { part += 1 }
                continue
            }
            let condition = condition(statement.guardClause, context)
            branches.append(
                Decision.Branch(
                    condition: condition ?? .constant(true), range: statement.guardClause?.range ?? branch.range,
                    hasGuard: condition != nil, part: part))
        }
        notes.branching.decisions.append(
            Decision(
                kind: .choice, branches: branches, isClosed: false, range: context.node.id.range,
                subject: "\(context.node.kind.spelling) '\(context.name)'", state: context.plan.entry))
    }

    /// The use of a sub-flow: its inputs are set, then it begins.
    mutating func lowerUse(_ context: LoweringContext) {
        guard let inner = plan.uses[context.instance.number][context.index] else { return }
        var instructions = attemptsLeft(context) + fresh(inner)
        var passed: Set<SlotID> = []
        for case .pass(let pass) in context.node.parts.flatMap(\.bindings) {
            guard let source = tables.slots.source(pass.source, of: context.instance),
                inner.unit.declarations.values[pass.name.symbol]?.isInput == true,
                let slot = tables.slots.slot(pass.name.symbol, of: inner)
            else { continue }
            instructions.append(.set(slot, source))
            passed.insert(slot)
            if inner.unit.declarations.values[pass.name.symbol]?.isDemanded == true {
                noteNeed(of: source, as: pass, in: context)
            }
        }
        for (slot, text) in defaults(of: inner).sorted(by: { $0.key < $1.key }) {
            let fallback = Instruction.set(slot, Source(.literal(text)))
            instructions.append(passed.contains(slot) ? .when(.not(.present(slot)), Block([fallback])) : fallback)
        }
        guard let start = inner.unit.composition.start, let first = entry(start, inner, from: context) else { return }
        states[context.plan.entry].kind = .choice(Block(instructions + [.jump(first)]))
    }

    /// A value that is passed to an input that is required must be there.
    private mutating func noteNeed(of source: Source, as pass: PassDeclaration, in context: LoweringContext) {
        guard let range = (pass.source.from ?? pass.source.otherwise)?.range, case .slot = source.origin else { return }
        let reason = "the sub-flow of '\(context.name)' requires it as '\(symbols[pass.name.symbol])'"
        notes.states[context.plan.entry, default: StateFacts()].needs.append(
            DataNeed(source: source, reason: reason, range: range))
    }

    /// The values of a sub-flow that begins are absent, and its counters zero, also those of sub-flows in it.
    private mutating func fresh(_ inner: Instance) -> [Instruction] {
        var slots: [SlotID] = []
        var counters: [CounterID] = []
        // An instance stands before those inside it.
        for instance in plan.instances[inner.number...].prefix(while: { $0.chain.contains { $0 === inner } }) {
            let names = symbols.sorted(instance.unit.declarations.values.keys)
            slots += names.compactMap { tables.slots.slot($0, of: instance) }
            if instance.unit.impliesSelection { slots.append(tables.slots.selection(of: instance)) }
            for (index, node) in instance.unit.nodes.enumerated() {
                for key in symbols.sorted(node?.sentKeys ?? []) {
                    slots.append(tables.slots.sent(key, at: index, of: instance))
                }
            }
            counters += tables.counters.declared(of: instance)
        }
        var result: [Instruction] = slots.isEmpty ? [] : [.clear(slots)]
        if !counters.isEmpty { result.append(.reset(counters)) }
        return result
    }

    /// By slot of an input: its default.
    private mutating func defaults(of inner: Instance) -> [SlotID: String] {
        var result: [SlotID: String] = [:]
        for root in inner.unit.composition.roots.reversed() {
            for case .data(let data) in root.frame {
                for case .input(let input) in data {
                    guard let fallback = input.fallback, let slot = tables.slots.slot(input.name.symbol, of: inner)
                    else { continue }
                    result[slot] = fallback.text
                }
            }
        }
        return result
    }

    /// An end: an outcome of the flow, or the way back into the flow that uses it.
    mutating func lowerEnd(_ context: LoweringContext) {
        let outcome = context.node.nearest(\.outcome)?.symbol ?? context.node.id.symbol
        if let (user, use) = context.instance.user {
            states[context.plan.entry].kind = .choice(
                Block(wayBack(outcome, from: context.instance, to: use, of: user)))
            return
        }
        let shows = shows(context.node.body.nearestShows, context.instance)
        let step = context.node.nearest(\.present).map { symbols[$0.symbol] } ?? ""
        states[context.plan.entry].kind = .end(Ending(outcome: symbols[outcome], step: step, shows: shows))
        let own = context.node.parts.flatMap { context.unit.transitions(in: $0.scope) }
        let named = own.filter { $0.selector.kind == .event }.flatMap { $0.selector.names.map(\.symbol) }
        // An end asks nothing, and its time is not limited.
        let events = Set(named + [.start]).subtracting(Symbol.replyEvents + [.submit, .timeout])
        for name in symbols.sorted(events) {
            let isOwn = own.contains { $0.selector.rank(for: .host(name)) != nil }
            let instructions = isOwn ? resolve(.host(name), context) : beginning(of: context.instance)
            if !instructions.isEmpty {
                states[context.plan.entry].transitions.append((.host(name), Block(instructions)))
            }
        }
    }

    /// From an end of a sub-flow to what its use says of this outcome.
    private mutating func wayBack(
        _ outcome: Symbol, from inner: Instance, to use: Int, of instance: Instance
    ) -> [Instruction] {
        guard let context = context(use, instance) else { return [] }
        let user = context.node
        var instructions: [Instruction] = []
        for case .take(let take) in user.parts.flatMap(\.bindings) {
            guard inner.unit.declarations.values[take.name.symbol] != nil,
                let from = tables.slots.slot(take.name.symbol, of: inner),
                let into = tables.slots.slot(take.into.symbol, of: instance)
            else { continue }
            instructions.append(.set(into, Source(.slot(from))))
        }
        let way = resolve(.outcome(outcome), context)
        if !way.isEmpty { return instructions + way }
        let text = symbols[outcome]
        notes.recordDrop(of: "the outcome '\(text)'", at: context, help: "add <on outcome=\"\(text)\" to=\"…\"/>")
        return instructions + [.refuse("outcome-not-handled")]
    }

    // MARK: Challenges, calls, steps

    /// A challenge, call or step: entry, question, work, request, in this order, as far as it has them.
    mutating func lowerActive(_ context: LoweringContext) {
        let plan = context.plan
        let body = context.node.body
        let prepared = plan.request.flatMap { prepareRequest($0, context) }
        if let present = plan.present { lowerPresentation(present, step: nil, body, context) }
        if let request = plan.request, let prepared {
            lowerSending(prepared, to: request, context)
            lowerReplies(request, prepared, context)
        }
        if plan.present != nil, let compute = plan.compute, compute != plan.sending, compute != plan.entry {
            let work = sequence(body.statementsAfterAsk, context, then: preparation(prepared, context))
            states[compute].kind = .choice(Block(work))
        }
        var lowered: Set<StateID> = []
        lowerCopies(&lowered, context)
        lowerEntry(plan.present == nil ? body.statements : body.statementsBeforeAsk, prepared, context)
        lowerCopies(&lowered, context)
    }

    /// The copies of the step under other names that lead somewhere already; lowering one may make more.
    private mutating func lowerCopies(_ lowered: inout Set<StateID>, _ context: LoweringContext) {
        guard let present = context.plan.present else { return }
        while let (name, state) = copies(of: present).first(where: { !lowered.contains($0.state) }) {
            lowered.insert(state)
            lowerPresentation(state, step: name, context.node.body, context)
        }
    }

    private mutating func lowerEntry(
        _ statements: [StatementSyntax], _ prepared: PreparedRequest?, _ context: LoweringContext
    ) {
        let plan = context.plan
        guard plan.entry != plan.present, plan.entry != plan.sending else { return }
        let continuation: [Instruction]
        if let present = plan.present {
            continuation = [.jump(present)]
        } else {
            continuation = plan.request == nil ? [.refuse("incomplete-choice")] : preparation(prepared, context)
        }
        if plan.present == nil, plan.request == nil { noteChoice(statements, context) }
        states[plan.entry].kind = .choice(
            Block(attemptsLeft(context) + sequence(statements, context, then: continuation)))
    }

    /// Everything right before a request: derived values are computed, in the order of their names, and guarded sends chosen; then the
    /// request.
    private mutating func preparation(_ prepared: PreparedRequest?, _ context: LoweringContext) -> [Instruction] {
        guard let sending = context.plan.sending else { return [] }
        var result: [Instruction] = [.jump(sending)]
        guard let prepared else { return result }
        result = prepared.chosen.flatMap(Self.choosing) + result
        let names = symbols.sorted(prepared.derived.map(\.name.symbol))
        for derived in names.reversed().compactMap({ name in prepared.derived.first { $0.name.symbol == name } }) {
            let state = handlerState(derived.work, context, then: result)
            guard let condition = condition(derived.guardClause, context) else {
                result = [.jump(state)]
                continue
            }
            let slot = tables.slots.slot(derived.name.symbol, of: context.instance)
            let cleared: [Instruction] = slot.map { [.clear([$0])] } ?? []
            result = [.when(condition, Block([.jump(state)]))] + cleared + result
        }
        return result
    }

    /// The first send whose guard holds gives the value, be it absent.
    private static func choosing(_ chosen: PreparedRequest.Chosen) -> [Instruction] {
        var result: [Instruction] = [.clear([chosen.slot])]
        var others: Condition?
        for choice in chosen.choices {
            let own = choice.condition ?? .constant(true)
            let condition = others.map { .and(.not($0), own) } ?? own
            result.append(.when(condition, Block([.set(chosen.slot, choice.source)])))
            others = others.map { .or($0, own) } ?? own
        }
        return result
    }

    /// Notes the keys of a request that guards ask for, and sends it.
    private mutating func lowerSending(_ prepared: PreparedRequest, to request: StateID, _ context: LoweringContext) {
        guard let sending = context.plan.sending, sending != request else { return }
        var result: [Instruction] = []
        for key in symbols.sorted(context.node.sentKeys) {
            guard let source = prepared.keys[key] else { continue }
            let slot = tables.slots.sent(key, at: context.index, of: context.instance)
            result += [.clear([slot]), .when(source.isThere, Block([.set(slot, Source(.literal("true")))]))]
        }
        states[sending].kind = .choice(Block(result + [.jump(request)]))
    }

    /// The condition of a guard at a node.
    mutating func condition(_ guardClause: GuardDeclaration?, _ context: LoweringContext) -> Condition? {
        guard guardClause != nil else { return nil }
        let sent = context.plan.request.flatMap { requests[$0]?.keys } ?? [:]
        return GuardLowering(program: program, instance: context.instance, node: context.index, sent: sent)
            .condition(guardClause, &tables)
    }

    // MARK: Steps

    /// The state in which the host is asked.
    mutating func lowerPresentation(_ state: StateID, step: Symbol?, _ body: NodeBody, _ context: LoweringContext) {
        let contents = StepLowering(program: program, context: context)
        let declared = body.nearestAsks + context.node.outerScopes.flatMap(\.asks)
        let facts = contents.facts(declared, &tables)
        if facts.timeLimit != nil || !facts.needs.isEmpty { notes.states[state] = facts }
        var seen: Set<ByteText> = []
        var asks = declared.compactMap { ask($0, context.instance) }.filter { seen.insert(ByteText($0.name)).inserted }
        if let implied = contents.impliedAsk(besides: asks, &tables) { asks.insert(implied, at: 0) }
        let shows = shows(body.nearestShows, context.instance)
        let name = symbols[step ?? context.node.nearest(\.present)?.symbol ?? context.node.id.symbol]
        var presentation = Presentation(step: name, shows: shows, asks: asks, timeLimit: contents.timeLimit(&tables))
        presentation.deadlines = lowerDeadlines(of: state, context)
        states[state].kind = .present(presentation)
        if step == nil { noteWords(at: context) }
        let limited = contents.timeLimitName != nil
        for event in contents.hostEvents(asks: body.hasAsk) where limited || event != .timeout {
            add(event, to: state, body, context)
        }
    }

    /// The words of a step's choice that no selection takes, where nothing takes any answer.
    private mutating func noteWords(at context: LoweringContext) {
        let transitions = context.node.scopes.flatMap { context.unit.transitions(in: $0) }
        let selected = Set(transitions.filter { $0.selector.kind == .select }.flatMap(\.selector.names).map(\.symbol))
        guard !selected.isEmpty, context.plan.request == nil,
            let choice = context.node.choiceAsk(in: context.unit.declarations),
            !transitions.contains(where: {
                $0.selector.kind == .event && $0.selector.contains(.submit) && !$0.target.isNowhere
            })
        else { return }
        for word in choice.words where !selected.contains(word.symbol) {
            let text = symbols[word.symbol]
            notes.recordDrop(
                of: "the choice '\(text)'", at: context,
                help: "add <on select=\"\(text)\" to=\"…\"/>, or remove it from 'of'")
        }
    }

    private mutating func add(_ event: Symbol, to state: StateID, _ body: NodeBody, _ context: LoweringContext) {
        var instructions = resolve(.host(event), context)
        if event == .submit, !instructions.isEmpty, context.plan.request == nil {
            // Where nothing is sent, the work behind the last ask is done before the step is left.
            instructions = sequence(body.statementsAfterAsk, context, then: instructions)
        }
        if !instructions.isEmpty {
            states[state].transitions.append((.host(event), Block(instructions)))
        } else if event == .submit {
            notes.recordDrop(
                of: "the user's answer", at: context,
                help: "add <on event=\"submit\" to=\"…\"/>, or an answer to a challenge")
        }
    }

    // MARK: Entering

    /// The state in which a node is entered from another: deadlines that hold there and not here begin on the way.
    mutating func entry(_ name: Name, _ instance: Instance, from source: LoweringContext?) -> StateID? {
        instance.unit.composition.nodeIndex[name.symbol].flatMap { entry($0, of: instance, from: source) }
    }

    /// The state in which a node is entered from another.
    mutating func entry(_ index: Int, of instance: Instance, from source: LoweringContext?) -> StateID? {
        guard let target = plan.nodes[instance.number][index] else { return nil }
        let running = source.map { deadlines.around($0.index, of: $0.instance).map(\.slot) } ?? []
        let new = deadlines.around(index, of: instance).filter { !running.contains($0.slot) }
        guard !new.isEmpty else { return target.entry }
        let beginning = Beginning(entry: target.entry, slots: new.map(\.slot))
        if let known = beginnings[beginning] { return known }
        let state = newState("\(plan.writtenNodes[target.node].id)/begin", target.node)
        beginnings[beginning] = state
        var instructions: [Instruction] = []
        for deadline in new {
            guard let limit = limit(deadline.limit, deadline.instance) else { continue }
            instructions.append(.begin(deadline.slot, limit))
            guard case .slot(let slot) = limit else { continue }
            notes.states[state, default: StateFacts()].needs.append(
                DataNeed(
                    source: Source(.slot(slot)), reason: "it sets the deadline", range: deadline.limit.range)
            )
        }
        states[state].kind = .choice(Block(instructions + [.jump(target.entry)]))
        return state
    }

    /// A limit of time as it is written: a number, or the name of a value.
    private mutating func limit(_ name: Name, _ instance: Instance) -> Presentation.TimeLimit? {
        if let seconds = Int(symbols[name.symbol]) { return .seconds(seconds) }
        return tables.slots.slot(name.symbol, of: instance).map { .slot($0) }
    }
}

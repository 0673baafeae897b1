import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

extension MachineBuilder {
    // MARK: Choices, uses, ends

    /// A choice: statements and branches at once.
    mutating func lowerChoice(_ site: Site) {
        let statements = site.node.body.statements
        noteChoice(statements, site)
        // Also what follows on a handler ends there, unless a branch without a guard leads on.
        let isClosed = statements.last.map { $0.isBranch && $0.guardClause == nil } ?? false
        let block =
            attemptsLeft(site) + sequence(statements, site, then: isClosed ? [] : [.refuse("incomplete-choice")])
        states[site.plan.entry].kind = .choice(Block(isClosed ? block + [.refuse("incomplete-choice")] : block))
    }

    /// Branches in the order of writing, for the checks.
    private mutating func noteChoice(_ statements: [StatementDeclaration], _ site: Site) {
        var branches: [Decision.Branch] = []
        var part = 0
        for statement in statements {
            guard case .branch(let branch) = statement.action else {
                if statement.changesValues { part += 1 }
                continue
            }
            let condition = condition(statement.guardClause, site)
            branches.append(
                Decision.Branch(
                    condition: condition ?? .constant(true), range: statement.guardClause?.range ?? branch.range,
                    hasGuard: condition != nil, part: part))
        }
        notes.branching.decisions.append(
            Decision(
                kind: .choice, branches: branches, isClosed: false, range: site.node.id.range,
                subject: "\(site.node.kind.spelling) '\(site.name)'", state: site.plan.entry))
    }

    /// The use of a sub-flow: its inputs are set, then it begins.
    mutating func lowerUse(_ site: Site) {
        guard let inner = plan.uses[site.instance.number][site.index] else { return }
        var instructions = attemptsLeft(site) + fresh(inner)
        var passed: Set<SlotID> = []
        for case .pass(let pass) in site.node.parts.flatMap(\.bindings) {
            guard let source = tables.slots.source(pass.source, of: site.instance),
                inner.unit.declarations.values[pass.name.symbol]?.isInput == true,
                let slot = tables.slots.slot(pass.name.symbol, of: inner)
            else { continue }
            instructions.append(.set(slot, source))
            passed.insert(slot)
            if inner.unit.declarations.values[pass.name.symbol]?.isDemanded == true {
                noteNeed(of: source, as: pass, in: site)
            }
        }
        for (slot, text) in defaults(of: inner).sorted(by: { $0.key < $1.key }) {
            let fallback = Instruction.set(slot, Source(.literal(text)))
            instructions.append(passed.contains(slot) ? .when(.not(.present(slot)), Block([fallback])) : fallback)
        }
        guard let start = inner.unit.composition.start, let first = entry(start, inner, from: site) else { return }
        states[site.plan.entry].kind = .choice(Block(instructions + [.jump(first)]))
    }

    /// A value that is passed to an input that is required must be there.
    private mutating func noteNeed(of source: Source, as pass: PassDeclaration, in site: Site) {
        guard let range = (pass.source.from ?? pass.source.otherwise)?.range, case .slot = source.origin else { return }
        let reason = "the sub-flow of '\(site.name)' needs it as '\(symbols[pass.name.symbol])'"
        notes.states[site.plan.entry, default: StateFacts()].needs.append(
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
    mutating func lowerEnd(_ site: Site) {
        let outcome = site.node.first(\.outcome)?.symbol ?? site.node.id.symbol
        if let (user, use) = site.instance.user {
            states[site.plan.entry].kind = .choice(Block(wayBack(outcome, from: site.instance, to: use, of: user)))
            return
        }
        let shows = shows(site.node.body.nearestShows, site.instance)
        let step = site.node.first(\.present).map { symbols[$0.symbol] } ?? ""
        states[site.plan.entry].kind = .end(Ending(outcome: symbols[outcome], step: step, shows: shows))
        let own = site.node.parts.flatMap { site.unit.transitions(in: $0.scope) }
        let named = own.filter { $0.selector.kind == .event }.flatMap { $0.selector.names.map(\.symbol) }
        // An end asks nothing, and its time is not limited.
        let events = Set(named + [.start]).subtracting(Symbol.replyEvents + [.submit, .timeout])
        for name in symbols.sorted(events) {
            let isOwn = own.contains { $0.selector.rank(for: .host(name)) != nil }
            let instructions = isOwn ? resolve(.host(name), site) : beginning(of: site.instance)
            if !instructions.isEmpty {
                states[site.plan.entry].transitions.append((.host(name), Block(instructions)))
            }
        }
    }

    /// From an end of a sub-flow to what its use says of this outcome.
    private mutating func wayBack(
        _ outcome: Symbol, from inner: Instance, to use: Int, of instance: Instance
    ) -> [Instruction] {
        guard let site = site(use, instance) else { return [] }
        let user = site.node
        var instructions: [Instruction] = []
        for case .take(let take) in user.parts.flatMap(\.bindings) {
            guard inner.unit.declarations.values[take.name.symbol] != nil,
                let from = tables.slots.slot(take.name.symbol, of: inner),
                let into = tables.slots.slot(take.into.symbol, of: instance)
            else { continue }
            instructions.append(.set(into, Source(.slot(from))))
        }
        let way = resolve(.outcome(outcome), site)
        if !way.isEmpty { return instructions + way }
        let text = symbols[outcome]
        notes.drop("outcome '\(text)'", at: site, help: "add <on outcome=\"\(text)\" to=\"…\"/>")
        return instructions + [.refuse("outcome-not-handled")]
    }

    // MARK: Challenges, calls, steps

    /// A challenge, call or step: entry, question, work, request, in this order, as far as it has them.
    mutating func lowerActive(_ site: Site) {
        let plan = site.plan
        let body = site.node.body
        let prepared = plan.request.flatMap { prepareRequest($0, site) }
        if let present = plan.present { lowerPresentation(present, step: nil, body, site) }
        if let request = plan.request, let prepared {
            lowerSending(prepared, to: request, site)
            lowerReplies(request, prepared, site)
        }
        if plan.present != nil, let compute = plan.compute, compute != plan.sending, compute != plan.entry {
            let work = sequence(body.statementsAfterAsk, site, then: preparation(prepared, site))
            states[compute].kind = .choice(Block(work))
        }
        var lowered: Set<StateID> = []
        lowerCopies(&lowered, site)
        lowerEntry(plan.present == nil ? body.statements : body.statementsBeforeAsk, prepared, site)
        lowerCopies(&lowered, site)
    }

    /// The copies of the step under other names that lead somewhere already; lowering one may make more.
    private mutating func lowerCopies(_ lowered: inout Set<StateID>, _ site: Site) {
        guard let present = site.plan.present else { return }
        while let (name, state) = copies(of: present).first(where: { !lowered.contains($0.state) }) {
            lowered.insert(state)
            lowerPresentation(state, step: name, site.node.body, site)
        }
    }

    private mutating func lowerEntry(
        _ statements: [StatementDeclaration], _ prepared: PreparedRequest?, _ site: Site
    ) {
        let plan = site.plan
        guard plan.entry != plan.present, plan.entry != plan.sending else { return }
        let continuation: [Instruction]
        if let present = plan.present {
            continuation = [.jump(present)]
        } else {
            continuation = plan.request == nil ? [.refuse("incomplete-choice")] : preparation(prepared, site)
        }
        if plan.present == nil, plan.request == nil { noteChoice(statements, site) }
        states[plan.entry].kind = .choice(Block(attemptsLeft(site) + sequence(statements, site, then: continuation)))
    }

    /// Everything right before a request: derived values are computed, in the order of their names, and guarded sends chosen; then the
    /// request.
    private mutating func preparation(_ prepared: PreparedRequest?, _ site: Site) -> [Instruction] {
        guard let sending = site.plan.sending else { return [] }
        var result: [Instruction] = [.jump(sending)]
        guard let prepared else { return result }
        result = prepared.chosen.flatMap(Self.choosing) + result
        let names = symbols.sorted(prepared.derived.map(\.name.symbol))
        for derived in names.reversed().compactMap({ name in prepared.derived.first { $0.name.symbol == name } }) {
            let state = handlerState(derived.work, site, then: result)
            guard let condition = condition(derived.guardClause, site) else {
                result = [.jump(state)]
                continue
            }
            let slot = tables.slots.slot(derived.name.symbol, of: site.instance)
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
    private mutating func lowerSending(_ prepared: PreparedRequest, to request: StateID, _ site: Site) {
        guard let sending = site.plan.sending, sending != request else { return }
        var result: [Instruction] = []
        for key in symbols.sorted(site.node.sentKeys) {
            guard let source = prepared.keys[key] else { continue }
            let slot = tables.slots.sent(key, at: site.index, of: site.instance)
            result += [.clear([slot]), .when(source.isThere, Block([.set(slot, Source(.literal("true")))]))]
        }
        states[sending].kind = .choice(Block(result + [.jump(request)]))
    }

    /// The condition of a guard at a node.
    mutating func condition(_ guardClause: GuardDeclaration?, _ site: Site) -> Condition? {
        guard guardClause != nil else { return nil }
        let sent = site.plan.request.flatMap { requests[$0]?.keys } ?? [:]
        return GuardLowering(program: program, instance: site.instance, node: site.index, sent: sent)
            .condition(guardClause, &tables)
    }

    // MARK: Steps

    /// The state in which the host is asked.
    mutating func lowerPresentation(_ state: StateID, step: Symbol?, _ body: NodeBody, _ site: Site) {
        let contents = StepLowering(program: program, site: site)
        let declared = body.nearestAsks + site.node.outerScopes.flatMap(\.asks)
        let facts = contents.facts(declared, &tables)
        if facts.timeLimit != nil || !facts.needs.isEmpty { notes.states[state] = facts }
        var seen: Set<ByteText> = []
        var asks = declared.compactMap { ask($0, site.instance) }.filter { seen.insert(ByteText($0.name)).inserted }
        if let implied = contents.impliedAsk(besides: asks, &tables) { asks.insert(implied, at: 0) }
        let shows = shows(body.nearestShows, site.instance)
        let name = symbols[step ?? site.node.first(\.present)?.symbol ?? site.node.id.symbol]
        var presentation = Presentation(step: name, shows: shows, asks: asks, timeLimit: contents.timeLimit(&tables))
        presentation.deadlines = lowerDeadlines(of: state, site)
        states[state].kind = .present(presentation)
        if step == nil { noteWords(at: site) }
        let limited = contents.timeLimitName != nil
        for event in contents.hostEvents(asks: body.hasAsk) where limited || event != .timeout {
            add(event, to: state, body, site)
        }
    }

    /// The words of a step's choice that no selection takes, where nothing takes any answer.
    private mutating func noteWords(at site: Site) {
        let transitions = site.node.scopes.flatMap { site.unit.transitions(in: $0) }
        let selected = Set(transitions.filter { $0.selector.kind == .select }.flatMap(\.selector.names).map(\.symbol))
        guard !selected.isEmpty, site.plan.request == nil, let choice = site.node.choice(site.unit.declarations),
            !transitions.contains(where: {
                $0.selector.kind == .event && $0.selector.names(.submit) && !$0.target.isNowhere
            })
        else { return }
        for word in choice.words where !selected.contains(word.symbol) {
            let text = symbols[word.symbol]
            notes.drop(
                "the choice '\(text)'", at: site, help: "add <on select=\"\(text)\" to=\"…\"/>, or take it out of 'of'")
        }
    }

    private mutating func add(_ event: Symbol, to state: StateID, _ body: NodeBody, _ site: Site) {
        var instructions = resolve(.host(event), site)
        if event == .submit, !instructions.isEmpty, site.plan.request == nil {
            // Where nothing is sent, the work behind the last ask is done before the step is left.
            instructions = sequence(body.statementsAfterAsk, site, then: instructions)
        }
        if !instructions.isEmpty {
            states[state].transitions.append((.host(event), Block(instructions)))
        } else if event == .submit {
            notes.drop(
                "the host's answer", at: site, help: "add <on event=\"submit\" to=\"…\"/>, or an answer to a challenge")
        }
    }

    // MARK: Entering

    /// The state in which a node is entered from another: deadlines that hold there and not here begin on the way.
    mutating func entry(_ name: Name, _ instance: Instance, from source: Site?) -> StateID? {
        instance.unit.composition.nodeIndex[name.symbol].flatMap { entry($0, of: instance, from: source) }
    }

    /// The state in which a node is entered from another.
    mutating func entry(_ index: Int, of instance: Instance, from source: Site?) -> StateID? {
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
                    source: Source(.slot(slot)), reason: "it limits the time from here on", range: deadline.limit.range)
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

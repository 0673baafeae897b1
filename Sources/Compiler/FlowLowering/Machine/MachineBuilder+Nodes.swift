import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

extension MachineBuilder {
    // MARK: Choices, uses, ends

    /// Lowers a choice to a state that runs its statements and branches. Its handlers have states of their own.
    mutating func lowerChoice(_ context: LoweringContext) {
        let statements = context.node.body.statements
        recordBranches(of: statements, isClosed: false, context)
        let endsWithBranch = statements.last.map { $0.isBranch && $0.guardClause == nil } ?? false
        let refusal = [Instruction.refuse("incomplete-choice")]
        // Without a final branch, control can reach the end of the choice, perhaps in the state of a handler.
        let block =
            storingRemainingAttempts(at: context) + sequence(statements, context, then: endsWithBranch ? [] : refusal)
        // After a final branch, the refusal is executed only if the target of that branch does not exist.
        states[context.states.entry].kind = .choice(Block(endsWithBranch ? block + refusal : block))
    }

    /// Records the branches among statements, so that a check can prove that each of them can be taken.
    ///
    /// Unless `isClosed` is true, a check also proves that one of them is always taken.
    private mutating func recordBranches(
        of statements: [StatementSyntax], isClosed: Bool, _ context: LoweringContext
    ) {
        var branches: [Decision.Branch] = []
        // The number of earlier statements that change values. Guards with the same number test the same values.
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
        guard !isClosed || !branches.isEmpty else { return }
        notes.branching.decisions.append(
            Decision(
                kind: .choice, branches: branches, isClosed: isClosed, range: context.node.id.range,
                subject: "\(context.node.kind.spelling) '\(context.name)'", state: context.states.entry))
    }

    /// Lowers the use of a sub-flow: clears its values, sets its inputs, and enters its first node.
    ///
    /// Its state stays unlowered if the sub-flow is unknown or has no first node, which another pass reports.
    mutating func lowerUse(_ context: LoweringContext) {
        guard let inner = plan.uses[context.instance.number][context.index] else { return }
        var instructions = storingRemainingAttempts(at: context) + clearing(inner)
        let passed = passedInputs(to: inner, from: context)
        instructions += passed.map { Instruction.set($0.slot, $0.source) }
        let passedSlots = Set(passed.map(\.slot))
        for (slot, text) in defaults(of: inner).sorted(by: { $0.key < $1.key }) {
            let fallback = Instruction.set(slot, Source(.literal(ByteString(text))))
            // A passed value can be absent. The default then replaces it.
            instructions.append(passedSlots.contains(slot) ? .when(.not(.present(slot)), Block([fallback])) : fallback)
        }
        guard let start = inner.unit.composition.start, let first = entry(start, inner, from: context) else { return }
        states[context.states.entry].kind = .choice(Block(instructions + [.jump(first)]))
    }

    /// Returns the inputs that a use passes to its sub-flow, and records the values that required inputs need.
    private mutating func passedInputs(
        to inner: Instance, from context: LoweringContext
    ) -> [(slot: SlotID, source: Source)] {
        var passed: [(slot: SlotID, source: Source)] = []
        for pass in context.node.passes {
            guard let source = tables.slots.source(pass.source, of: context.instance),
                inner.unit.declarations.values[pass.name.symbol]?.isInput == true,
                let slot = tables.slots.intern(pass.name.symbol, of: inner)
            else { continue }
            passed.append((slot, source))
            if inner.unit.declarations.values[pass.name.symbol]?.mustBePassed == true {
                recordNeed(of: source, for: pass, in: context)
            }
        }
        return passed
    }

    /// Records that a value must be present, because a use passes it to a required input of a sub-flow.
    ///
    /// Records nothing for a literal.
    private mutating func recordNeed(of source: Source, for pass: PassDeclaration, in context: LoweringContext) {
        guard let range = (pass.source.from ?? pass.source.otherwise)?.range, case .slot = source.origin else { return }
        let reason = "the sub-flow of '\(context.name)' requires it as '\(symbols[pass.name.symbol])'"
        notes.states[context.states.entry, default: StateFacts()].needs.append(
            DataNeed(source: source, reason: reason, range: range))
    }

    /// Returns the instructions that clear the values and reset the counters of a sub-flow and of the sub-flows in it.
    private mutating func clearing(_ inner: Instance) -> [Instruction] {
        var slots: [SlotID] = []
        var counters: [CounterID] = []
        // The instances inside a sub-flow directly follow its own instance.
        for instance in plan.instances[inner.number...].prefix(while: { $0.chain.contains { $0 === inner } }) {
            slots += ownSlots(of: instance)
            counters += tables.counters.declaredCounters(of: instance)
        }
        var result: [Instruction] = slots.isEmpty ? [] : [.clear(slots)]
        if !counters.isEmpty { result.append(.reset(counters)) }
        return result
    }

    /// Returns the slots of the values, the selection and the flags for sent keys of an instance.
    private mutating func ownSlots(of instance: Instance) -> [SlotID] {
        let names = symbols.sorted(instance.unit.declarations.values.keys)
        var slots = names.compactMap { tables.slots.intern($0, of: instance) }
        if instance.unit.impliesSelection { slots.append(tables.slots.internSelection(of: instance)) }
        for (index, node) in instance.unit.nodes.enumerated() {
            for key in symbols.sorted(node?.sentKeys ?? []) {
                slots.append(tables.slots.internSentFlag(key, at: index, of: instance))
            }
        }
        return slots
    }

    /// Returns the defaults of a sub-flow's inputs, by slot.
    private mutating func defaults(of inner: Instance) -> [SlotID: String] {
        var result: [SlotID: String] = [:]
        for value in inner.unit.declarations.values.values {
            if let fallback = value.declaration?.fallback, let slot = tables.slots.intern(value.name, of: inner) {
                result[slot] = fallback.text
            }
        }
        return result
    }

    /// Lowers an end: an outcome of the compiled flow, or the return from a sub-flow to its use.
    mutating func lowerEnd(_ context: LoweringContext) {
        let outcome = context.node.nearest(\.outcome)?.symbol ?? context.node.id.symbol
        if let (outer, use) = context.instance.user {
            states[context.states.entry].kind = .choice(
                Block(returning(outcome, from: context.instance, to: use, of: outer)))
            return
        }
        let shows = shows(context.node.body.nearestShows, in: context.instance)
        let step = context.node.nearest(\.present).map { symbols.name($0.symbol) } ?? ""
        states[context.states.entry].kind = .end(Ending(outcome: symbols.name(outcome), step: step, shows: shows))
        lowerEventsOfEnd(context)
    }

    /// Adds the transitions of an end of the compiled flow: those that the end itself declares, and a new start.
    private mutating func lowerEventsOfEnd(_ context: LoweringContext) {
        let own = context.node.parts.flatMap { context.unit.transitions(in: $0.scope) }
        let named = own.filter { $0.selector.kind == .event }.flatMap { $0.selector.names.map(\.symbol) }
        // An end waits for no reply and no answer, and has no time limit.
        let events = Set(named + [.start]).subtracting(Symbol.replyEvents + [.submit, .timeout])
        for name in symbols.sorted(events) {
            let isOwn = own.contains { $0.selector.rank(for: .host(name)) != nil }
            let instructions = isOwn ? reaction(to: .host(name), context) : newStart(of: context.instance)
            if !instructions.isEmpty {
                states[context.states.entry].transitions.append((.host(name), Block(instructions)))
            }
        }
    }

    /// Returns the instructions of an end of a sub-flow, which store its values and continue in the flow of the use.
    ///
    /// They take the transition of the use on the outcome. An outcome that the use does not handle is recorded.
    private mutating func returning(
        _ outcome: Symbol, from inner: Instance, to use: Int, of instance: Instance
    ) -> [Instruction] {
        guard let context = context(ofNode: use, in: instance) else { return [] }
        let takes = takingValues(from: inner, to: context)
        let transition = reaction(to: .outcome(outcome), context)
        if !transition.isEmpty { return takes + transition }
        let text = symbols[outcome]
        notes.recordDrop(of: "the outcome '\(text)'", at: context, help: "add <on outcome=\"\(text)\" to=\"…\"/>")
        return takes + [.refuse("outcome-not-handled")]
    }

    /// Returns the instructions that copy values of a sub-flow to the values that the `take` elements of a use name.
    private mutating func takingValues(from inner: Instance, to context: LoweringContext) -> [Instruction] {
        var instructions: [Instruction] = []
        for take in context.node.takes {
            guard inner.unit.declarations.values[take.name.symbol] != nil,
                let from = tables.slots.intern(take.name.symbol, of: inner),
                let into = tables.slots.intern(take.into.symbol, of: context.instance)
            else { continue }
            instructions.append(.set(into, Source(.slot(from))))
        }
        return instructions
    }

    // MARK: Challenges, calls, steps

    /// Lowers the states of a challenge, call or step: entry, presentation, work after the answer, and request.
    mutating func lowerActive(_ context: LoweringContext) {
        let nodeStates = context.states
        let body = context.node.body
        let prepared = nodeStates.request.flatMap { prepareRequest($0, context) }
        if let present = nodeStates.present { lowerPresentation(present, step: nil, body, context) }
        if let request = nodeStates.request, let prepared {
            lowerSending(prepared, to: request, context)
            lowerReplies(request, prepared, context)
        }
        lowerWorkAfterAsk(prepared, context)
        var lowered: Set<StateID> = []
        lowerRenamedCopies(&lowered, context)
        lowerEntry(nodeStates.present == nil ? body.statements : body.statementsBeforeAsk, prepared, context)
        // The entry can call handlers whose failures lead to further copies.
        lowerRenamedCopies(&lowered, context)
        // Without a step and a request, the node is a challenge that must take one of its branches.
        let isClosed = nodeStates.present != nil || nodeStates.request != nil
        recordBranches(of: body.statementsBeforeAsk, isClosed: isClosed, context)
        recordBranches(of: body.statementsAfterAsk, isClosed: true, context)
    }

    /// Lowers the state that does the work between the answer to a step and its request.
    ///
    /// Does nothing if the node has no step or no request, or if another state of the node does this work.
    private mutating func lowerWorkAfterAsk(_ prepared: PreparedRequest?, _ context: LoweringContext) {
        let nodeStates = context.states
        guard nodeStates.present != nil, let compute = nodeStates.compute, compute != nodeStates.sending,
            compute != nodeStates.entry
        else { return }
        let work = sequence(context.node.body.statementsAfterAsk, context, then: preparation(prepared, context))
        states[compute].kind = .choice(Block(work))
    }

    /// Lowers the copies of the step under other names, except those in `lowered`, and adds them to `lowered`.
    ///
    /// Lowering a copy can create further copies, which are lowered, too.
    private mutating func lowerRenamedCopies(_ lowered: inout Set<StateID>, _ context: LoweringContext) {
        guard let present = context.states.present else { return }
        while let (name, state) = renamedCopies(of: present).first(where: { !lowered.contains($0.state) }) {
            lowered.insert(state)
            lowerPresentation(state, step: name, context.node.body, context)
        }
    }

    /// Lowers the entry of a node, which runs the statements before the presentation or request.
    ///
    /// Does nothing if the node has no such state.
    private mutating func lowerEntry(
        _ statements: [StatementSyntax], _ prepared: PreparedRequest?, _ context: LoweringContext
    ) {
        let nodeStates = context.states
        guard nodeStates.entry != nodeStates.present, nodeStates.entry != nodeStates.sending else { return }
        let continuation: [Instruction]
        if let present = nodeStates.present {
            continuation = [.jump(present)]
        } else {
            continuation = nodeStates.request == nil ? [.refuse("incomplete-choice")] : preparation(prepared, context)
        }
        states[nodeStates.entry].kind = .choice(
            Block(storingRemainingAttempts(at: context) + sequence(statements, context, then: continuation)))
    }

    /// Returns the instructions right before a request, and the jump to it.
    ///
    /// Derived values are computed in the order of their names. A derived value whose guard is false is cleared. Then
    /// the guarded sends are chosen. The result is empty if the node has no request.
    private mutating func preparation(_ prepared: PreparedRequest?, _ context: LoweringContext) -> [Instruction] {
        guard let sending = context.states.sending else { return [] }
        var result: [Instruction] = [.jump(sending)]
        guard let prepared else { return result }
        result = prepared.chosen.flatMap(\.instructions) + result
        let names = symbols.sorted(prepared.derived.map(\.name.symbol))
        // In reverse order, because the state of each handler needs the instructions after it.
        for derived in names.reversed().compactMap({ name in prepared.derived.first { $0.name.symbol == name } }) {
            let state = handlerState(derived.work, context, then: result)
            guard let condition = condition(derived.guardClause, context) else {
                result = [.jump(state)]
                continue
            }
            let slot = tables.slots.intern(derived.name.symbol, of: context.instance)
            let cleared: [Instruction] = slot.map { [.clear([$0])] } ?? []
            result = [.when(condition, Block([.jump(state)]))] + cleared + result
        }
        return result
    }

    /// Lowers the state before the request, which records in flags which of the tested keys the request carries.
    ///
    /// The tested keys are those that a `sent` guard names. Does nothing if the node has no such state.
    private mutating func lowerSending(_ prepared: PreparedRequest, to request: StateID, _ context: LoweringContext) {
        guard let sending = context.states.sending, sending != request else { return }
        var result: [Instruction] = []
        for key in symbols.sorted(context.node.sentKeys) {
            // A request that never carries the key never sets its flag.
            guard let source = prepared.keys[key] else { continue }
            let slot = tables.slots.internSentFlag(key, at: context.index, of: context.instance)
            result += [.clear([slot]), .when(source.presence, Block([.set(slot, Source(.literal("true")))]))]
        }
        states[sending].kind = .choice(Block(result + [.jump(request)]))
    }

    /// Returns the condition of a guard at a node, or nil if there is no guard.
    mutating func condition(_ guardClause: GuardDeclaration?, _ context: LoweringContext) -> Condition? {
        guard guardClause != nil else { return nil }
        let sourcesByKey = context.states.request.flatMap { requests[$0]?.keys } ?? [:]
        return GuardLowering(
            program: program, instance: context.instance, node: context.index, sourcesByKey: sourcesByKey
        )
        .condition(guardClause, &tables)
    }

    // MARK: Steps

    /// Lowers a state that presents a step.
    ///
    /// `step` is the step name of a renamed copy; nil for the step of the node itself.
    mutating func lowerPresentation(_ state: StateID, step: Symbol?, _ body: NodeBody, _ context: LoweringContext) {
        let contents = StepLowering(program: program, context: context)
        let facts = contents.facts(context.node.asks, &tables)
        if facts.timeLimit != nil || !facts.needs.isEmpty { notes.states[state] = facts }
        let asks = asks(contents, context)
        let shows = shows(body.nearestShows, in: context.instance)
        let name = symbols.name(step ?? context.node.nearest(\.present)?.symbol ?? context.node.id.symbol)
        var presentation = Presentation(step: name, shows: shows, asks: asks, timeLimit: contents.timeLimit(&tables))
        presentation.deadlines = lowerDeadlines(of: state, context)
        states[state].kind = .present(presentation)
        // The copies of a step under other names have the same choice, so it is checked only once.
        if step == nil { recordUnselectedWords(at: context) }
        // A step without a time limit of its own has no `timeout`. Deadlines have their own events.
        let hasTimeLimit = contents.timeLimitName != nil
        for event in contents.hostEvents(asks: body.hasAsk) where hasTimeLimit || event != .timeout {
            addTransition(on: event, to: state, body, context)
        }
    }

    /// Returns the asks of a step, after the implied ask for the word of `on select`.
    private mutating func asks(_ contents: StepLowering, _ context: LoweringContext) -> [Ask] {
        let asks = context.node.asks.compactMap { $0.lowered(in: context.instance, &tables, symbols) }
        let implied = contents.impliedAsk(besides: asks, &tables)
        return (implied.map { [$0] } ?? []) + asks
    }

    /// Records the words of a choice that no `on select` names, unless a transition on `submit` has a target.
    ///
    /// Does nothing if no `on select` applies, or if the node has a request, which can send the answer to the service.
    private mutating func recordUnselectedWords(at context: LoweringContext) {
        let transitions = context.node.scopes.flatMap { context.unit.transitions(in: $0) }
        let selected = Set(transitions.filter { $0.selector.kind == .select }.flatMap(\.selector.names).map(\.symbol))
        guard !selected.isEmpty, context.states.request == nil,
            let choice = context.node.choiceAsk(in: context.unit.declarations),
            !transitions.contains(where: {
                $0.selector.kind == .event && $0.selector.contains(.submit) && !$0.target.isNowhere
            })
        else { return }
        for word in choice.words where !selected.contains(word.symbol) {
            let text = symbols[word.symbol]
            notes.recordDrop(
                of: "the choice '\(text)'", at: context,
                help: "add <on select=\"\(text)\" to=\"…\"/>, or remove '\(text)' from 'of'")
        }
    }

    /// Adds the transition on a host event to a step, and records a `submit` that nothing handles.
    private mutating func addTransition(
        on event: Symbol, to state: StateID, _ body: NodeBody, _ context: LoweringContext
    ) {
        var instructions = reaction(to: .host(event), context)
        if event == .submit, !instructions.isEmpty, context.states.request == nil {
            // Without a request, the statements after the last ask run before the step is left.
            instructions = sequence(body.statementsAfterAsk, context, then: instructions)
        }
        if !instructions.isEmpty {
            states[state].transitions.append((.host(event), Block(instructions)))
        } else if event == .submit {
            notes.recordDrop(
                of: "the user's answer", at: context,
                help: "add <on event=\"submit\" to=\"…\"/>, or an <answer> to a challenge")
        }
    }

    // MARK: Entering

    /// Returns the state through which a node is entered from another one, or nil if the node does not exist.
    mutating func entry(_ name: Name, _ instance: Instance, from source: LoweringContext?) -> StateID? {
        instance.unit.composition.nodeIndex[name.symbol].flatMap { entry($0, of: instance, from: source) }
    }

    /// Returns the state through which a node is entered from another one, or nil if the node is removed.
    ///
    /// This is the entry of the node, or an added state before it that begins the deadlines around the node. Deadlines
    /// that are also around `source` are already running. If `source` is nil, all deadlines begin.
    mutating func entry(_ index: Int, of instance: Instance, from source: LoweringContext?) -> StateID? {
        guard let target = plan.nodes[instance.number][index] else { return nil }
        let running = source.map { deadlines.around(node: $0.index, of: $0.instance).map(\.slot) } ?? []
        let new = deadlines.around(node: index, of: instance).filter { !running.contains($0.slot) }
        guard !new.isEmpty else { return target.entry }
        let beginning = Beginning(entry: target.entry, slots: new.map(\.slot))
        if let known = beginnings[beginning] { return known }
        let state = newState("\(plan.writtenNodes[target.node].id)/begin", of: target.node)
        beginnings[beginning] = state
        lowerBeginning(of: new, in: state, before: target.entry)
        return state
    }
}

import FlowAnnotations
import FlowDiagnostics
import FlowModel

extension MachineBuilder {
    /// Statements in order, then `continuation`. A handler's work splits the sequence: everything behind it becomes the block of
    /// its state.
    mutating func sequence(
        _ statements: [StatementDeclaration], _ site: Site, then continuation: [Instruction]
    ) -> [Instruction] {
        if statements.isEmpty { return continuation }
        // Last things first: a handler's state has all that follows on it.
        var reversed = [continuation]
        for statement in statements.reversed() {
            switch statement.action {
            case .handle(let work):
                let rest = Array(reversed.reversed().joined())
                reversed = [[.jump(handlerState(work, site, then: rest))]]
            case .branch(let branch): reversed.append(self.branch(branch, statement.guardClause, site))
            default: reversed.append(self.instructions(statement, site))
            }
        }
        return Array(reversed.reversed().joined())
    }

    /// A `go` or `otherwise`.
    private mutating func branch(
        _ branch: BranchDeclaration, _ guardClause: GuardDeclaration?, _ site: Site
    ) -> [Instruction] {
        let mark = tables.marks.number(branch)
        let condition = condition(guardClause, site)
        guard let target = entry(branch.to, site.instance) else { return [] }
        let body = [.mark(mark)] + sequence(branch.statements, site, then: [.jump(target)])
        return condition.map { [.when($0, Block(body))] } ?? body
    }

    private mutating func instructions(_ statement: StatementDeclaration, _ site: Site) -> [Instruction] {
        let instructions = unguarded(statement.action, site.instance)
        guard let condition = condition(statement.guardClause, site), !instructions.isEmpty else { return instructions }
        return [.when(condition, Block(instructions))]
    }

    private mutating func unguarded(_ action: StatementDeclaration.Action, _ instance: Instance) -> [Instruction] {
        switch action {
        case .set(let name, let source):
            guard let slot = tables.slots.slot(name.symbol, of: instance),
                let source = tables.slots.source(source, of: instance)
            else { return [] }
            return [.set(slot, source)]
        case .merge(let name, let from):
            guard let slot = tables.slots.slot(name.symbol, of: instance),
                let added = tables.slots.slot(from.symbol, of: instance)
            else { return [] }
            return [.merge(slot, added)]
        case .clear(let names, let entries):
            let slots = names.flatMap { clearedSlots($0, instance) }
            if entries.isEmpty { return [.clear(slots)] }
            return slots.map { .remove($0, entries: symbols.texts(entries.map(\.symbol))) }
        case .notify(let name, let shows):
            return [.notify(Notification(name: symbols[name.symbol], shows: self.shows(shows, instance)))]
        case .count(let name): return tables.counters.counter(name.symbol, of: instance).map { [.count($0)] } ?? []
        case .reset(let names):
            return [.reset(names.compactMap { tables.counters.counter($0.symbol, of: instance) })]
        case .resetAttempts(let nodes):
            return nodes.flatMap { name -> [Instruction] in
                guard let node = instance.unit.composition.nodeIndex[name.symbol] else { return [] }
                return begun(at: node, of: instance)
            }
        case .error(let type, let message):
            notes.raisedErrors.insert(type.symbol)
            return [.error(type: symbols[type.symbol], message: message)]
        case .handle, .branch: return []
        }
    }

    private mutating func clearedSlots(_ name: Name, _ instance: Instance) -> [SlotID] {
        if name.symbol == .error { return [SlotTable.errorType, SlotTable.errorMessage] }
        return tables.slots.slot(name.symbol, of: instance).map { [$0] } ?? []
    }

    // MARK: Handlers

    /// A state that waits for a handler and then does `continuation`.
    mutating func handlerState(_ work: WorkDeclaration, _ site: Site, then continuation: [Instruction]) -> StateID {
        let outermost = site.work ?? newWork()
        let key = HandlerWork(
            outermost: outermost, declaration: work.number, instance: site.instance.number, node: site.index,
            continuation: continuation)
        // A failure of a handler can lead to the same handler again: a circle, which is not to be unrolled for ever.
        if let known = works[key] { return known }
        let name = work.handler.map { symbols[$0.symbol] } ?? "handler"
        let state = newState("\(site.name)/\(name)", site.plan.node)
        guard let handler = handler(of: work, site.instance) else { return state }
        works[key] = state
        var inner = site
        inner.work = outermost
        let use = use(of: handler, work, site.instance)
        states[state].kind = .handler(use)
        notes.usedHandlers.insert(handler.name.symbol)
        let needs = needs(of: handler, use, work)
        if !needs.isEmpty { notes.states[state, default: StateFacts()].needs = needs }
        states[state].transitions = [(.handled, Block(continuation))]
        addInterruptions(to: state, inner)
        addFailures(of: handler, work, to: state, inner)
        return state
    }

    private mutating func addFailures(
        of handler: HandlerDeclaration, _ work: WorkDeclaration, to state: StateID, _ site: Site
    ) {
        for transition in site.unit.transitions(in: work.scope) { mention(transition) }
        let named = names(of: .failure, at: site, inner: work.scope).filter { handler.fails.contains($0) }
        for name in named.map({ Optional($0) }) + [nil] {
            let instructions = resolve(.failure(name), site, inner: work.scope)
            if !instructions.isEmpty {
                states[state].transitions.append((.failure(name), Block(instructions)))
            } else if name == nil {
                notes.drop(
                    "a failure of handler '\(symbols[handler.name.symbol])'", at: site,
                    help: "add <on failure=\"*\" to=\"…\"/> here, to a group around it, or to the flow")
            }
        }
    }

    /// The handler that works.
    func handler(of work: WorkDeclaration, _ instance: Instance) -> HandlerDeclaration? {
        work.handler.flatMap { instance.unit.declarations.handlers[$0.symbol] }
    }

    /// Binds the ports: by `pass` and `take`, else to values of the same name.
    mutating func use(of handler: HandlerDeclaration, _ work: WorkDeclaration, _ instance: Instance) -> HandlerUse {
        var passed: [Symbol: Source] = [:]
        var taken: [Symbol: SlotID] = [:]
        for binding in work.bindings {
            switch binding {
            case .pass(let pass) where handler.needs.contains { $0.name == pass.name.symbol }:
                if let source = tables.slots.source(pass.source, of: instance) { passed[pass.name.symbol] = source }
            case .take(let take) where handler.gives.contains { $0.name == take.name.symbol }:
                if let slot = tables.slots.slot(take.into.symbol, of: instance) { taken[take.name.symbol] = slot }
            default: break
            }
        }
        var (inputs, outputs): ([HandlerUse.Input], [HandlerUse.Output]) = ([], [])
        for port in handler.needs {
            let source = passed[port.name] ?? tables.slots.slot(port.name, of: instance).map { Source(.slot($0)) }
            if let source { inputs.append(HandlerUse.Input(port: symbols[port.name], source: source)) }
        }
        for port in handler.gives {
            guard let slot = taken[port.name] ?? tables.slots.slot(port.name, of: instance) else { continue }
            outputs.append(HandlerUse.Output(port: symbols[port.name], slot: slot, isRequired: port.isRequired))
        }
        return HandlerUse(handler: symbols[handler.name.symbol], inputs: inputs, outputs: outputs)
    }

    /// The values that a handler's required ports are bound to.
    private func needs(of handler: HandlerDeclaration, _ use: HandlerUse, _ work: WorkDeclaration) -> [DataNeed] {
        let required = Set(handler.needs.filter(\.isRequired).map { symbols[$0.name] })
        return use.inputs.filter { required.contains($0.port) }.map { input in
            let pass = work.passes.first { symbols[$0.name.symbol] == input.port }
            return DataNeed(
                source: input.source, reason: "handler '\(use.handler)' needs it as '\(input.port)'",
                range: pass?.source.from?.range ?? work.handler?.range ?? work.range)
        }
    }

    // MARK: Steps

    /// The state in which the host is asked.
    mutating func lowerPresentation(_ state: StateID, step: Symbol?, _ body: NodeBody, _ site: Site) {
        let contents = StepLowering(program: program, site: site)
        let declared = body.nearestAsks + site.node.outerScopes.flatMap(\.asks)
        let facts = contents.facts(declared, &tables)
        if facts.timeLimit != nil || !facts.needs.isEmpty { notes.states[state] = facts }
        var seen: Set<String> = []
        var asks = declared.compactMap { ask($0, site.instance) }.filter { seen.insert($0.name).inserted }
        if let implied = contents.impliedAsk(besides: asks, &tables) { asks.insert(implied, at: 0) }
        let shows = shows(body.nearestShows, site.instance)
        let name = symbols[step ?? site.node.first(\.present)?.symbol ?? site.node.id.symbol]
        states[state].kind = .present(
            Presentation(step: name, shows: shows, asks: asks, timeLimit: contents.timeLimit(&tables)))
        let limited = contents.timeLimitName != nil
        for event in contents.hostEvents(asks: body.hasAsk) where limited || event != .timeout {
            add(event, to: state, body, site)
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
}

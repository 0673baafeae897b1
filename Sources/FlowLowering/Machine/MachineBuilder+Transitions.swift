import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

extension MachineBuilder {
    /// A transition with a target: everything that happens when it is taken, in the order of the language's semantics.
    mutating func taken(_ transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext)
        -> [Instruction]
    {
        let mark = Instruction.mark(tables.marks.number(transition))
        if case .refuse(let code) = transition.target.kind { return [mark, .refuse(symbols[code.symbol])] }
        let first =
            keeping(transition) + forgetting(transition, key) + requirement(of: transition, key, context) + [mark]
        guard let attempts = transition.attempts else {
            let succeeds = transition.target.isRetry ? [] : success(key, context)
            return first + succeeds + leading(transition, key, context)
        }
        return first + counted(attempts, of: transition, key, context)
    }

    /// The pending error stays as it was before the event.
    func keeping(_ transition: TransitionDeclaration) -> [Instruction] { transition.keepsError ? [.keepError] : [] }

    /// A step that stands again still holds its own session and data, not those of the reply that it could not use.
    private func forgetting(_ transition: TransitionDeclaration, _ key: EventKey) -> [Instruction] {
        guard transition.target.isRetry else { return [] }
        switch key {
        case .challenge, .success: return [.forgetReply]
        default: return []
        }
    }

    /// The requirements of a challenge's node hold on the written way to it, too.
    private mutating func requirement(
        of transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        let instance = context.instance
        guard case .challenge = key, case .node(let name) = transition.target.kind,
            let index = instance.unit.composition.nodeIndex[name.symbol],
            let node = instance.unit.nodes[index],
            plan.challengeNodes[instance.number].values.contains(index)
        else { return [] }
        return required(node, at: context)
    }

    /// The values that a challenge's `requires` names, of those that the service at a node brings; an extension's takes the place of the
    /// inherited one.
    mutating func required(_ node: UnitNode, at context: LoweringContext) -> [Instruction] {
        guard let service = service(at: context) else { return [] }
        let names = (node.parts.lazy.map(\.requires).first { !$0.isEmpty } ?? []).filter {
            service.outputTypes[$0.symbol] != nil
        }
        let slots = names.map { tables.slots.output($0.symbol, of: service) }
        return slots.isEmpty ? [] : [.require(slots)]
    }

    /// The service that the request of a node goes to.
    func service(at context: LoweringContext) -> ServiceDescription? {
        guard let called = context.plan.request.flatMap({ requests[$0]?.service }) else { return nil }
        return context.unit.services.all.first { $0.document == called }
    }

    // MARK: Attempts

    /// An attempt is counted; the last one leads elsewhere.
    private mutating func counted(
        _ attempts: AttemptsDeclaration, of transition: TransitionDeclaration, _ key: EventKey,
        _ context: LoweringContext
    ) -> [Instruction] {
        guard let maximum = attempts.maximum, let then = attempts.then,
            let counter = counter(attempts, of: transition, context)
        else { return leading(transition, key, context) }
        if then.symbol == context.node.id.symbol { notes.reportEndless(then, of: context) }
        if attempts.counter == nil {
            notes.limits[counter] = .attempts
        } else {
            tables.note(CounterTest(limit: maximum, range: attempts.range), of: counter)
        }
        let end: [Instruction] = entry(then, context.instance, from: context).map { [.jump($0)] } ?? []
        let last = sequence(transition.statements, context, then: end)
        let left = attempts.left.flatMap { tables.slots.slot($0.symbol, of: context.instance) }
        return [.count(counter)] + (left.map { [.remaining($0, counter, maximum)] } ?? [])
            + [.when(.not(.below(counter, maximum)), Block(last))] + leading(transition, key, context)
    }

    private func counter(
        _ attempts: AttemptsDeclaration, of transition: TransitionDeclaration, _ context: LoweringContext
    ) -> CounterID? {
        guard let shared = attempts.counter else {
            return tables.counters.attemptCounter(of: transition, at: context.index, of: context.instance)
        }
        return tables.counters.counter(shared.symbol, of: context.instance)
    }

    /// On entry the values that say how many attempts are left do so; of several for one value the nearest.
    mutating func attemptsLeft(_ context: LoweringContext) -> [Instruction] {
        context.unit.countedTransitions[context.index].reversed().compactMap { transition in
            guard let attempts = transition.attempts, let maximum = attempts.maximum, let left = attempts.left,
                let counter = counter(attempts, of: transition, context),
                let slot = tables.slots.slot(left.symbol, of: context.instance)
            else { return nil }
            return .remaining(slot, counter, maximum)
        }
    }

    /// A node is left by success: its attempts begin anew.
    mutating func success(_ key: EventKey, _ context: LoweringContext) -> [Instruction] {
        switch key {
        case .challenge(let name):
            // The challenge that was answered comes again: the answer was wrong.
            if let answered = answered(context), name == answered { return [] }
        case .success, .outcome: break
        case .host(.submit) where context.plan.request == nil: break
        default: return []
        }
        return begun(at: context.index, of: context.instance)
    }

    /// The challenge that a node's request answers.
    func answered(_ context: LoweringContext) -> Symbol? {
        if let answer = context.node.answers.lazy.compactMap(\.challenge).first { return answer.symbol }
        guard context.node.kind == .challenge else { return nil }
        return (context.node.nearest(\.answered) ?? context.node.nearest(\.challenge))?.symbol
    }

    /// The attempts at a node begin anew.
    mutating func begun(at node: Int, of instance: Instance) -> [Instruction] {
        let transitions = tables.counters.countedTransitions(at: node, of: instance)
        if transitions.isEmpty { return [] }
        let counters = transitions.compactMap { tables.counters.attemptCounter(of: $0, at: node, of: instance) }
        let values = transitions.compactMap(\.attempts?.left).compactMap { tables.slots.slot($0.symbol, of: instance) }
        return [.reset(counters)] + (values.isEmpty ? [] : [.clear(Set(values).sorted())])
    }

    // MARK: Targets

    /// Statements, and the way to the target.
    private mutating func leading(
        _ transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        restart(of: transition, key, context)
            + sequence(transition.statements, context, then: target(of: transition, key, context))
    }

    /// A start forgets everything but what it brings; a restart everything but what it keeps. Attempts are forgotten by a start alone.
    private mutating func restart(
        of transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        if key == .host(.start) { return forgettingAll() }
        guard case .restart(_, let keep) = transition.target.kind else { return [] }
        let kept = keep.compactMap { tables.slots.slot($0.symbol, of: context.instance) }
        let counters = tables.counters.allDeclared
        return [.restart(keeping: slotsThatSurvive() + kept + deadlines.slots)]
            + (counters.isEmpty ? [] : [.reset(counters)])
    }

    /// The flow begins anew at its first node.
    mutating func beginning(of instance: Instance) -> [Instruction] {
        guard let start = instance.unit.composition.start, let first = entry(start, instance, from: nil) else {
            return []
        }
        return forgettingAll() + [.jump(first)]
    }

    private mutating func forgettingAll() -> [Instruction] {
        if let forgotten { return forgotten }
        let counters = Array(tables.counters.names.indices)
        let all: [Instruction] =
            [.restart(keeping: slotsThatSurvive() + slotsOfInputs())] + (counters.isEmpty ? [] : [.reset(counters)])
        forgotten = all
        return all
    }

    private mutating func target(
        of transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        let instance = context.instance
        // A start begins everything anew.
        let source = key == .host(.start) ? nil : context
        switch transition.target.kind {
        case .node(let name), .restart(let name, _):
            return entry(name, instance, from: source).map { [.jump($0)] } ?? []
        case .step(let name):
            guard let own = context.plan.present else { return nothing(toRepeat: "step", transition, context) }
            return [.jump(name.map { step(own, named: $0.symbol, context) } ?? own)]
        case .request:
            return context.plan.sending.map { [.jump($0)] } ?? nothing(toRepeat: "request", transition, context)
        case .computation:
            return context.plan.compute.map { [.jump($0)] } ?? nothing(toRepeat: "request", transition, context)
        case .lastStep(let otherwise):
            return entry(otherwise, instance, from: source).map { [.jumpLast(otherwise: $0)] } ?? []
        case .refuse, .nowhere: return []
        }
    }

    private mutating func nothing(
        toRepeat kind: String, _ transition: TransitionDeclaration, _ context: LoweringContext
    ) -> [Instruction] {
        notes.findings.append(
            Diagnostic(
                .badRetry, at: transition.target.retryRange ?? transition.range,
                "'\(context.name)' has no \(kind) to repeat",
                help: ["lead to another node with to=\"…\", or use retry=\"last-step\""]))
        return []
    }

    // MARK: Statements

    /// Statements in order, then `continuation`. A handler's work splits the sequence: everything behind it becomes the block of
    /// its state.
    mutating func sequence(
        _ statements: [StatementSyntax], _ context: LoweringContext, then continuation: [Instruction]
    ) -> [Instruction] {
        if statements.isEmpty { return continuation }
        // Last things first: a handler's state has all that follows on it.
        var reversed = [continuation]
        for statement in statements.reversed() {
            switch statement.action {
            case .handle(let work):
                let rest = Array(reversed.reversed().joined())
                reversed = [[.jump(handlerState(work, context, then: rest))]]
            case .branch(let branch): reversed.append(self.branch(branch, statement.guardClause, context))
            default: reversed.append(self.instructions(statement, context))
            }
        }
        return Array(reversed.reversed().joined())
    }

    /// A `go` or `otherwise`.
    private mutating func branch(
        _ branch: BranchDeclaration, _ guardClause: GuardDeclaration?, _ context: LoweringContext
    ) -> [Instruction] {
        let mark = tables.marks.number(branch)
        let condition = condition(guardClause, context)
        guard let target = entry(branch.to, context.instance, from: context) else { return [] }
        let body = [.mark(mark)] + sequence(branch.statements, context, then: [.jump(target)])
        return condition.map { [.when($0, Block(body))] } ?? body
    }

    private mutating func instructions(_ statement: StatementSyntax, _ context: LoweringContext) -> [Instruction] {
        let instructions = unguarded(statement.action, context.instance)
        guard let condition = condition(statement.guardClause, context), !instructions.isEmpty else {
            return instructions
        }
        return [.when(condition, Block(instructions))]
    }

    private mutating func unguarded(_ action: StatementSyntax.Action, _ instance: Instance) -> [Instruction] {
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

    // MARK: The time is over

    /// What a step does when a deadline is over, by the deadlines that it is in.
    /// - Returns: the slots of these, the outermost first.
    mutating func lowerDeadlines(of state: StateID, _ context: LoweringContext) -> [SlotID] {
        let all = deadlines.around(context.index, of: context.instance)
        for deadline in all {
            let instructions = over(deadline, at: context)
            if instructions.isEmpty { reportUnheard(deadline) }
            states[state].transitions.append((.deadline(tables.slots[deadline.slot].name), Block(instructions)))
        }
        return all.map(\.slot)
    }

    /// Transitions are looked for from the group or flow outwards that has the deadline, in its instance.
    private mutating func over(_ deadline: Deadline, at context: LoweringContext) -> [Instruction] {
        var context = context
        while context.instance !== deadline.instance {
            guard let (instance, node) = context.instance.user, let outer = self.context(node, instance) else {
                return []
            }
            context = outer
        }
        return resolve(.host(.timeout), context, outward: deadline.outward)
    }

    private mutating func reportUnheard(_ deadline: Deadline) {
        let range = deadline.limit.range
        guard !notes.findings.contains(where: { $0.code == .missingElement && $0.range == range }) else { return }
        notes.findings.append(
            Diagnostic(
                .missingElement, at: range, "no transition handles the timeout of 'within'",
                subjects: ["within"],
                help: ["add <on event=\"timeout\" to=\"…\"/> here, or in an outer scope"]))
    }
}

import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

extension MachineBuilder {
    /// Returns the instructions that run when a transition with a target is taken.
    mutating func instructions(taking transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext)
        -> [Instruction]
    {
        let mark = Instruction.mark(tables.marks.intern(transition))
        if case .refuse(let code) = transition.target.kind { return [mark, .refuse(symbols.name(code.symbol))] }
        let preparation =
            keepingError(for: transition) + forgettingReply(for: transition, key)
            + requirement(of: transition, key, context) + [mark]
        guard let attempts = transition.attempts else {
            // A node that is retried has not succeeded.
            let resetting = transition.target.isRetry ? [] : resettingAttemptsOnSuccess(key, context)
            return preparation + resetting + statementsAndTarget(of: transition, key, context)
        }
        return preparation + counting(attempts, of: transition, key, context)
    }

    /// Returns the instruction that restores the pending error if the transition keeps it; otherwise empty.
    func keepingError(for transition: TransitionDeclaration) -> [Instruction] {
        transition.keepsError ? [.keepError] : []
    }

    /// Returns the instruction that discards the last reply if the transition retries after a reply without error.
    ///
    /// The repeated step or request then uses the session and data that it had before.
    private func forgettingReply(for transition: TransitionDeclaration, _ key: EventKey) -> [Instruction] {
        guard transition.target.isRetry else { return [] }
        switch key {
        case .challenge, .success: return [.forgetReply]
        default: return []
        }
    }

    /// Returns the instruction that checks `requires` of the challenge node that a transition on a challenge leads to.
    ///
    /// The node requires the same outputs as when the flow enters it automatically. The result is empty for other
    /// transitions.
    private mutating func requirement(
        of transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        let instance = context.instance
        guard case .challenge = key, case .node(let name) = transition.target.kind,
            let index = instance.unit.composition.nodeIndex[name.symbol],
            let node = instance.unit.nodes[index], node.kind == .challenge
        else { return [] }
        return requirement(of: node, at: context)
    }

    /// Returns the instruction that requires the outputs in the `requires` of a challenge node, if there are any.
    ///
    /// Outputs that the called service does not have are left out.
    mutating func requirement(of node: UnitNode, at context: LoweringContext) -> [Instruction] {
        guard let service = service(at: context) else { return [] }
        let names = node.requires.filter { service.outputTypes[$0.symbol] != nil }
        let slots = names.map { tables.slots.internOutput($0.symbol, of: service) }
        return slots.isEmpty ? [] : [.require(slots)]
    }

    /// Returns the service that receives the request of a node.
    ///
    /// The result is nil if the node has no request, or if the operation of its request is unknown.
    func service(at context: LoweringContext) -> ServiceDescription? {
        guard let called = context.states.request.flatMap({ requests[$0]?.service }) else { return nil }
        return context.unit.services.all.first { $0.document == called }
    }

    // MARK: Attempts

    /// Returns the instructions that count an attempt. The last one leads to `then`, the earlier ones to the target.
    /// If an attribute is missing or invalid, counts nothing. Reports a `then` that leads back to the node.
    private mutating func counting(
        _ attempts: AttemptsDeclaration, of transition: TransitionDeclaration, _ key: EventKey,
        _ context: LoweringContext
    ) -> [Instruction] {
        guard let maximum = attempts.maximum, let then = attempts.then,
            let counter = counter(attempts, of: transition, context)
        else { return statementsAndTarget(of: transition, key, context) }
        if then.symbol == context.node.id.symbol { notes.reportEndlessAttempts(leadingTo: then, at: context) }
        if attempts.counter == nil { notes.counters[counter, default: CounterFacts()].node = context.states.node }
        tables.record(CounterTest(limit: maximum, range: attempts.range), of: counter)
        let leaving: [Instruction] = entry(then, context.instance, from: context).map { [.jump($0)] } ?? []
        let last = sequence(transition.statements, context, then: leaving)
        var instructions: [Instruction] = [.count(counter)]
        if let left = attempts.left.flatMap({ tables.slots.intern($0.symbol, of: context.instance) }) {
            instructions.append(.remaining(left, counter, maximum))
        }
        instructions.append(.when(.not(.below(counter, maximum)), Block(last)))
        return instructions + statementsAndTarget(of: transition, key, context)
    }

    /// Returns the counter of limited attempts: the declared one, or else the counter of the transition at the node.
    ///
    /// The result is nil if the flow does not declare the counter that the attempts name.
    private func counter(
        _ attempts: AttemptsDeclaration, of transition: TransitionDeclaration, _ context: LoweringContext
    ) -> CounterID? {
        guard let shared = attempts.counter else {
            return tables.counters.attemptCounter(of: transition, at: context.index, of: context.instance)
        }
        return tables.counters.counter(shared.symbol, of: context.instance)
    }

    /// Returns the instructions with which a node, when entered, stores the numbers of remaining attempts.
    ///
    /// If several transitions store their number in the same value, the first in `countedTransitions` wins.
    mutating func storingRemainingAttempts(at context: LoweringContext) -> [Instruction] {
        context.unit.countedTransitions[context.index].reversed().compactMap { transition in
            guard let attempts = transition.attempts, let maximum = attempts.maximum, let left = attempts.left,
                let counter = counter(attempts, of: transition, context),
                let slot = tables.slots.intern(left.symbol, of: context.instance)
            else { return nil }
            return .remaining(slot, counter, maximum)
        }
    }

    /// Returns the instructions that reset the attempts at a node, if the event means that the node succeeded.
    mutating func resettingAttemptsOnSuccess(_ key: EventKey, _ context: LoweringContext) -> [Instruction] {
        switch key {
        case .challenge(let name):
            // A service that repeats the answered challenge has rejected the answer.
            if let answered = answeredChallenge(at: context), name == answered { return [] }
        case .success, .outcome: break
        // Without a request, the node succeeds with the answer of the host.
        case .host(.submit) where context.states.request == nil: break
        default: return []
        }
        return resettingAttempts(at: context.index, of: context.instance)
    }

    /// Returns the challenge that the request of a node answers, or nil if it answers none.
    func answeredChallenge(at context: LoweringContext) -> Symbol? {
        if let answer = context.node.answers.lazy.compactMap(\.challenge).first { return answer.symbol }
        guard context.node.kind == .challenge else { return nil }
        return (context.node.nearest(\.answered) ?? context.node.nearest(\.challenge))?.symbol
    }

    /// Returns the instructions that reset a node's own counters of attempts, and clear the values that `left` names.
    private mutating func resettingAttempts(at node: Int, of instance: Instance) -> [Instruction] {
        let transitions = tables.counters.transitionsWithOwnCounter(at: node, of: instance)
        if transitions.isEmpty { return [] }
        let counters = tables.counters.attemptCounters(at: node, of: instance)
        let values = transitions.compactMap(\.attempts?.left)
            .compactMap { tables.slots.intern($0.symbol, of: instance) }
        return [.reset(counters)] + (values.isEmpty ? [] : [.clear(Set(values).sorted())])
    }

    // MARK: Targets

    /// Returns the instructions that clear values for a restart, run the statements and jump to the target.
    private mutating func statementsAndTarget(
        of transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        clearingForRestart(of: transition, key, context)
            + sequence(transition.statements, context, then: jump(toTargetOf: transition, key, context))
    }

    /// Returns the instructions that clear values on a transition for `start` or with `restart`; otherwise empty.
    ///
    /// A `start` resets all counters, a `restart` only the declared ones.
    private mutating func clearingForRestart(
        of transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        let kept = transition.target.kept.compactMap { tables.slots.intern($0.symbol, of: context.instance) }
        if key == .host(.start) { return startInstructions(keeping: kept) }
        guard case .restart = transition.target.kind else { return [] }
        let counters = tables.counters.allDeclared
        return [.restart(keeping: survivingSlots() + kept + deadlines.slots)]
            + (counters.isEmpty ? [] : [.reset(counters)])
    }

    /// Returns the instructions that start a new sign-in at the first node of a flow; empty if it has none.
    mutating func newStart(of instance: Instance) -> [Instruction] {
        guard let start = instance.unit.composition.start, let first = entry(start, instance, from: nil) else {
            return []
        }
        return startInstructions() + [.jump(first)]
    }

    /// Returns the instructions that reset all counters, and clear all values but inputs, constants, facts and `kept`.
    private mutating func startInstructions(keeping kept: [SlotID] = []) -> [Instruction] {
        if kept.isEmpty, let cachedStartInstructions { return cachedStartInstructions }
        let counters = Array(tables.counters.names.indices)
        let instructions: [Instruction] =
            [.restart(keeping: survivingSlots() + inputSlots() + kept)] + (counters.isEmpty ? [] : [.reset(counters)])
        if kept.isEmpty { cachedStartInstructions = instructions }
        return instructions
    }

    /// Returns the slots of the inputs that the host passes with `start`, without configuration and facts.
    private mutating func inputSlots() -> [SlotID] {
        guard let root = plan.instances.first else { return [] }
        let names = root.unit.declarations.values.values.filter { $0.isInput && !$0.isConstant }.map(\.name)
        return symbols.sorted(names).compactMap { tables.slots.intern($0, of: root) }
    }

    /// Returns the jump to the target of a transition; empty if there is no such target.
    ///
    /// Reports a retry of a step or request that the node does not have.
    private mutating func jump(
        toTargetOf transition: TransitionDeclaration, _ key: EventKey, _ context: LoweringContext
    ) -> [Instruction] {
        let instance = context.instance
        // A start begins all deadlines of its target.
        let source = key == .host(.start) ? nil : context
        switch transition.target.kind {
        case .node(let name), .restart(let name, _):
            return entry(name, instance, from: source).map { [.jump($0)] } ?? []
        case .step(let name):
            guard let own = context.states.present else { return reportBadRetry(of: "step", transition, context) }
            return [.jump(name.map { renamedStep(own, to: $0.symbol, context) } ?? own)]
        case .request:
            return context.states.sending.map { [.jump($0)] } ?? reportBadRetry(of: "request", transition, context)
        case .computation:
            return context.states.compute.map { [.jump($0)] } ?? reportBadRetry(of: "request", transition, context)
        case .lastStep(let otherwise):
            return entry(otherwise, instance, from: source).map { [.jumpLast(otherwise: $0)] } ?? []
        case .refuse, .nowhere: return []
        }
    }

    /// Reports a retry of something that the node does not have, and returns no instructions.
    private mutating func reportBadRetry(
        of kind: String, _ transition: TransitionDeclaration, _ context: LoweringContext
    ) -> [Instruction] {
        notes.findings.append(
            Diagnostic(
                .badRetry, at: transition.target.retryRange ?? transition.range,
                "'\(context.name)' has no \(kind) to repeat",
                help: ["name another node with to=\"…\", or use retry=\"last-step\" otherwise=\"…\""]))
        return []
    }

    // MARK: Statements

    /// Returns the instructions of statements in order, followed by `continuation`.
    ///
    /// A `handle` ends the sequence with a jump to the state of the handler. That state runs the instructions after it.
    mutating func sequence(
        _ statements: [StatementSyntax], _ context: LoweringContext, then continuation: [Instruction]
    ) -> [Instruction] {
        if statements.isEmpty { return continuation }
        // In reverse order, because the state of a handler needs the instructions after it.
        var reversed = [continuation]
        for statement in statements.reversed() {
            switch statement.action {
            case .handle(let work):
                let rest = Array(reversed.reversed().joined())
                reversed = [[.jump(handlerState(work, context, then: rest))]]
            case .branch(let branch):
                reversed.append(instructions(of: branch, statement.guardClause, context))
            default: reversed.append(instructions(of: statement, context))
            }
        }
        return Array(reversed.reversed().joined())
    }

    /// Returns the instructions of a `go` or `otherwise`; empty if the target does not exist.
    private mutating func instructions(
        of branch: BranchDeclaration, _ guardClause: GuardDeclaration?, _ context: LoweringContext
    ) -> [Instruction] {
        let mark = tables.marks.intern(branch)
        let condition = condition(guardClause, context)
        guard let target = entry(branch.to, context.instance, from: context) else { return [] }
        let body = [.mark(mark)] + sequence(branch.statements, context, then: [.jump(target)])
        return condition.map { [.when($0, Block(body))] } ?? body
    }

    /// Returns the instructions of a statement, which run only if its guard holds.
    private mutating func instructions(of statement: StatementSyntax, _ context: LoweringContext) -> [Instruction] {
        let unguarded = instructions(of: statement.action, in: context.instance)
        guard let condition = condition(statement.guardClause, context), !unguarded.isEmpty else { return unguarded }
        return [.when(condition, Block(unguarded))]
    }

    /// Returns the instructions of a statement without its guard.
    ///
    /// The result is empty for a `handle` or branch, which ``sequence(_:_:then:)`` lowers, for a `set`, `merge` or
    /// `count` with an unknown name, and for a `reset` of attempts at nodes that do not limit them.
    private mutating func instructions(
        of action: StatementSyntax.Action, in instance: Instance
    ) -> [Instruction] {
        switch action {
        case .set(let name, let operand):
            let slot = tables.slots.intern(name.symbol, of: instance)
            guard let slot, let source = tables.slots.source(operand, of: instance) else { return [] }
            return [.set(slot, source)]
        case .merge(let name, let from):
            let slot = tables.slots.intern(name.symbol, of: instance)
            guard let slot, let added = tables.slots.intern(from.symbol, of: instance) else { return [] }
            return [.merge(slot, added)]
        case .clear(let names, let entries): return clearing(names, entries: entries, in: instance)
        case .notify(let name, let shows):
            return [.notify(Notification(name: symbols.name(name.symbol), shows: self.shows(shows, in: instance)))]
        case .count(let name): return tables.counters.counter(name.symbol, of: instance).map { [.count($0)] } ?? []
        case .reset(let names):
            return [.reset(names.compactMap { tables.counters.counter($0.symbol, of: instance) })]
        case .resetAttempts(let nodes): return nodes.flatMap { resettingAttempts(atNodeNamed: $0, of: instance) }
        case .error(let type, let message):
            notes.raisedErrors.insert(type.symbol)
            return [.error(type: symbols.name(type.symbol), message: ByteString(message))]
        case .handle, .branch: return []
        }
    }

    /// Returns the instructions that reset the attempts at a named node, and records the place of the name.
    private mutating func resettingAttempts(atNodeNamed name: Name, of instance: Instance) -> [Instruction] {
        guard let node = instance.unit.composition.nodeIndex[name.symbol] else { return [] }
        for counter in tables.counters.attemptCounters(at: node, of: instance) {
            notes.counters[counter, default: CounterFacts()].resets.insert(name.range)
        }
        return resettingAttempts(at: node, of: instance)
    }

    /// Returns the instructions that clear values, or that remove only some entries from them.
    private mutating func clearing(_ names: [Name], entries: [Name], in instance: Instance) -> [Instruction] {
        let slots = names.flatMap { clearedSlots($0, in: instance) }
        if entries.isEmpty { return [.clear(slots)] }
        return slots.map { .remove($0, entries: symbols.names(entries.map(\.symbol))) }
    }

    /// Returns the slots that a `clear` of a name clears: both slots of the pending error, or the slot of the value.
    ///
    /// The result is empty if there is no such value.
    private mutating func clearedSlots(_ name: Name, in instance: Instance) -> [SlotID] {
        if name.symbol == .error { return ErrorSlot.all }
        return tables.slots.intern(name.symbol, of: instance).map { [$0] } ?? []
    }

    // MARK: Deadlines

    /// Adds the transitions on the expiry of the deadlines around a step, and reports an unhandled expiry.
    ///
    /// - Returns: the slots of these deadlines, outermost first
    mutating func lowerDeadlines(of state: StateID, _ context: LoweringContext) -> [SlotID] {
        let all = deadlines.around(node: context.index, of: context.instance)
        for deadline in all {
            let reaction = instructions(onExpiryOf: deadline, at: context)
            if reaction.isEmpty { reportUnhandledTimeout(of: deadline) }
            states[state].transitions.append((.deadline(tables.slots[deadline.slot].name), Block(reaction)))
        }
        return all.map(\.slot)
    }

    /// Returns the instructions on the expiry of a deadline; empty if no transition handles it.
    ///
    /// Only transitions in the scope of the deadline, or in a scope around it, handle its expiry.
    private mutating func instructions(
        onExpiryOf deadline: Deadline, at context: LoweringContext
    ) -> [Instruction] {
        // The flow that declares the deadline can be one that uses the flow of the step.
        var current = context
        while current.instance !== deadline.instance {
            guard let (instance, node) = current.instance.user, let outer = self.context(ofNode: node, in: instance)
            else { return [] }
            current = outer
        }
        return reaction(to: .host(.timeout), current, outward: deadline.outward)
    }

    /// Reports, once for all steps, that no transition handles the expiry of a deadline.
    private mutating func reportUnhandledTimeout(of deadline: Deadline) {
        let range = deadline.limit.range
        guard !notes.findings.contains(where: { $0.code == .missingElement && $0.range == range }) else { return }
        notes.findings.append(
            Diagnostic(
                .missingElement, at: range, "no transition handles the timeout of 'within'",
                subjects: ["within"],
                help: ["add <on event=\"timeout\" to=\"…\"/> here, or in an outer scope"]))
    }

    /// Lowers the state that begins deadlines before the flow enters a node through its state `target`.
    mutating func lowerBeginning(of new: [Deadline], in state: StateID, before target: StateID) {
        var instructions: [Instruction] = []
        for deadline in new {
            guard let limit = timeLimit(deadline.limit, deadline.instance) else { continue }
            instructions.append(.begin(deadline.slot, limit))
            guard case .slot(let slot) = limit else { continue }
            notes.states[state, default: StateFacts()].needs.append(
                DataNeed(
                    source: Source(.slot(slot)), reason: "it sets the time limit of 'within'",
                    range: deadline.limit.range))
        }
        states[state].kind = .choice(Block(instructions + [.jump(target)]))
    }

    /// Returns the time limit that a number or the name of a value states, or nil if there is no such value.
    private mutating func timeLimit(_ name: Name, _ instance: Instance) -> Presentation.TimeLimit? {
        if let seconds = Int(symbols[name.symbol]) { return .seconds(seconds) }
        return tables.slots.intern(name.symbol, of: instance).map { .slot($0) }
    }
}

import FlowDiagnostics
import FlowIR
import FlowTable

/// The transition relation of a flow: by state, the transfer functions of its events.
struct TransitionRelation {
    let flow: LoweredFlow
    let table: PredicateTable
    let solver: ConditionSolver
    /// The effect of an event that only clears the pending error. Most host events share it.
    let plainHostEffect: PredicateEffect
    private let annotations: FlowAnnotations
    private let translator: BlockTranslator
    /// The effect of an event that only sets the pending error to an unknown type.
    private let failureEffect: PredicateEffect
    /// By number of a flow's own event: what it does to the pending error.
    private let errorEffects: [PredicateEffect]
    /// The effect of the event `invalid`.
    private let invalidEffect: PredicateEffect
    /// The slots that something other than a start assigns or clears.
    private let written: SlotBits
    /// The inputs that every start assigns again, which are all except the constants.
    private let given: SlotBits
    /// The maximum number of constants for which the relation distinguishes whether a start gives them again.
    private static let maxConstants = 3
    /// Whether the host can give every value that a start requires.
    private let canStart: Bool
    private(set) var byState: Table<State, [EventTransfer]> = []
    /// By state: the transfer of an invalid reply, or nil if the state receives no reply.
    private(set) var ifInvalid: Table<State, EventTransfer?> = []
    /// The reverse postorder of the states.
    private(set) var order: Table<State, Int32> = []

    /// Builds the relation for all events that the service description allows.
    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, _ table: PredicateTable, _ solver: ConditionSolver) {
        self.flow = flow
        self.annotations = annotations
        self.table = table
        self.solver = solver
        translator = BlockTranslator(table: table, patterns: flow.patterns, items: solver.items)
        plainHostEffect = PredicateEffect(Self.draft(.cleared, table), table)
        failureEffect = PredicateEffect(Self.draft(.raised(type: nil), table), table)
        invalidEffect = PredicateEffect(Self.draftOfInvalid(table), table)
        errorEffects = flow.events.map { PredicateEffect(Self.draft($0.errorEffect, table), table) }
        written = flow.slotsAssignedAfterStart
        given = SlotBits(
            flow.inputs.lazy.filter { !$0.isConstant }.map(\.slot), of: SlotBits(count: flow.slots.count))
        canStart = !flow.inputs.contains { AnswerDomain($0, solver).isImpossible }
        byState = Table(flow.states.indices.map { transfers(of: $0) })
        ifInvalid = byState.mapValues { $0.first(where: \.isInvalid) }
        order = reversePostorder()
    }

    /// Returns the transfers of a state's possible events, in the order of events.
    private func transfers(of index: StateID) -> [EventTransfer] {
        let state = flow.states[index]
        if case .choice(let block) = state.kind {
            return [transfer(of: nil, .automatic, PredicateEffect(EffectDraft(), table), block)]
        }
        let note = annotations.states[index]?.request
        let cleared = note.map { hostEffect(during: $0) } ?? plainHostEffect
        // If all replies require the same values, they have the same effect.
        let isUniform = state.isCall && !state.hasRepliesWithOwnDemands
        let reply = isUniform ? PredicateEffect(replyEffect(of: nil, in: index, note), table) : nil
        return state.transitions.flatMap { event, block -> [EventTransfer] in
            let effect = flow.effect(of: event, in: state)
            guard isPossible(event, effect, in: index) else { return [] }
            // A start during a run can keep constants. One with the effect of the first start is omitted.
            if event == .start, index != flow.initialState {
                return isPlainRestart(block) ? [] : restarts(during: note, block)
            }
            return [transfer(of: event, effect, block, in: index, cleared: cleared, reply: reply)]
        }
    }

    /// Creates the transfer function of an event in a state, except for a start during a run.
    ///
    /// `cleared` is the effect of clearing the pending error. `reply` is the effect of every reply, or nil if the
    /// replies have different effects.
    private func transfer(
        of event: EventID, _ effect: EventEffect, _ block: Block, in index: StateID, cleared: PredicateEffect,
        reply: PredicateEffect?
    ) -> EventTransfer {
        let note = annotations.states[index]?.request
        switch effect.values {
        case .answers(let asks) where event == .submit && !asks.isEmpty: return submission(of: asks, block)
        // The first start.
        case .answers(let asks) where !asks.isEmpty:
            return transfer(of: event, .host, PredicateEffect(inputEffect(asks, during: note), table), block)
        case .reply(_, let kind):
            let own = reply ?? PredicateEffect(replyEffect(of: kind, in: index, note), table)
            return transfer(of: event, .reply, own, block)
        case .result(let use):
            return transfer(of: event, .automatic, PredicateEffect(resultEffect(of: use), table), block)
        case .answers, .none:
            return transfer(of: event, effect.origin, errorEffect(of: event, effect.error, cleared: cleared), block)
        }
    }

    /// Returns the effect of an event without values. `cleared` is the effect of clearing the pending error.
    private func errorEffect(
        of event: EventID, _ error: EventEffect.PendingError, cleared: PredicateEffect
    ) -> PredicateEffect {
        switch error {
        case .kept: PredicateEffect(EffectDraft(), table)
        case .cleared: cleared
        case .raised(nil): event == .invalid ? invalidEffect : failureEffect
        case .optional, .raised: errorEffects[event.ownIndex]
        }
    }

    /// Creates the transfer functions of a start during a run.
    ///
    /// There is one for each set of constants that it does not give again, or one for all if these are too many.
    private func restarts(during note: RequestNote?, _ block: Block) -> [EventTransfer] {
        let constants = flow.inputs.filter { $0.isConstant && written.contains($0.slot) }.map(\.slot)
        // The number of subsets grows exponentially. With too many constants, their values become unknown instead.
        let hasTooMany = constants.count > Self.maxConstants
        let cases = hasTooMany ? [constants] : constants.subsets
        return cases.map { staying in
            let draft = inputEffect(flow.inputs, during: note, staying: Set(staying), isForgotten: hasTooMany)
            return transfer(of: .start, .host, PredicateEffect(draft, table), block)
        }
    }

    /// Creates the transfer function of an event, which applies `effect` and then runs `block`.
    ///
    /// Between the two, it copies the predicates of each slot to the slots that `effect` gives the same value. The
    /// event is nil for a choice.
    private func transfer(
        of event: EventID?, _ origin: EventEffect.Origin, _ effect: PredicateEffect, _ block: Block
    ) -> EventTransfer {
        let copies = effect.copies.map { PredicateProgram.Operation.copy(translator.copy(to: $0.slot, from: $0.first)) }
        return EventTransfer(
            event: event, origin, code: translator.translate(block, after: copies), effect: effect)
    }

    /// Returns whether a start during a run only clears all data and jumps to the first state.
    ///
    /// Such a start reaches no further states, so the relation omits it. `block` handles the start in some state. The
    /// result is false if the block has any other effect, even one that reaches no further states.
    private func isPlainRestart(_ block: Block) -> Bool {
        let start = flow.states[flow.initialState].transitions[.start]
        guard let first = start?.plainTarget else { return false }
        var hasCleared = false
        for instruction in block.instructions {
            switch instruction.effect {
            // Marks change no data. Every start resets all counters, which are zero before the first start, too.
            case .mark, .change(.reset): continue
            case .change(.clearAll(let kept)):
                guard hasOnlyInitialValues(kept) else { return false }
                hasCleared = true
            case .exit(.state(let state)): return hasCleared && state == first
            case .change, .read, .restore, .branch, .exit: return false
            }
        }
        return false
    }

    /// Returns whether slots have the same values after a start during a run as after the first start.
    ///
    /// Every start assigns the inputs again, except for constants. Any other slot may have another value if the flow
    /// assigns it, or if it holds a session, which may be used up.
    private func hasOnlyInitialValues(_ kept: [SlotID]) -> Bool {
        kept.allSatisfy { given.contains($0) || !written.contains($0) && table.number(.usedUp($0)) == nil }
    }

    /// Returns whether an event can occur in a state, given its asks, its time limit and the service description.
    private func isPossible(_ event: EventID, _ effect: EventEffect, in index: StateID) -> Bool {
        let state = flow.states[index]
        switch event.builtin {
        case .start: return canStart
        // Only a step has asks and a time limit.
        case .submit:
            guard case .present(let presentation) = state.kind else { return true }
            return !presentation.asks.contains { AnswerDomain($0, solver).isImpossible }
        case .timeout:
            guard case .present(let presentation) = state.kind else { return false }
            return presentation.timeLimit != nil
        case .success: return annotations.allow(effect, in: index, of: flow)
        case nil: return isPossible(flow.events[event.ownIndex], effect, in: index)
        case .cancel, .back, .handled, .invalid, .otherChallenge, .otherError, .otherFailure: return true
        }
    }

    /// Returns whether an event that the flow itself defines can occur in a state.
    private func isPossible(_ event: Event, _ effect: EventEffect, in index: StateID) -> Bool {
        switch event.kind {
        case .challenge: annotations.allow(effect, in: index, of: flow)
        // The service can return errors that its description does not declare for the operation.
        case .command, .deadline, .error, .failure: true
        }
    }

    /// Creates the transfer function of a submission. Each answer is in the offered list of its ask, if there is one.
    private func submission(of asks: [Ask], _ block: Block) -> EventTransfer {
        let effect = PredicateEffect(inputEffect(asks), table)
        // The last of two asks that assign one slot wins.
        let lasting = asks.indices.filter { !isOverwritten(asks[$0], by: asks[($0 + 1)...]) }.map { asks[$0] }
        let meanings = lasting.compactMap { translator.copyOfMeaning(of: $0) }
        let code = translator.translate(
            block, after: meanings.map { .copy($0) }, rejection: asks.rejectionBlock(solver),
            impossible: lasting.compactMap(conditionOfUnofferedAnswer).disjunction)
        return EventTransfer(event: .submit, .host, code: code, effect: effect)
    }

    /// Returns whether an ask in `later` assigns a slot that `ask` assigns, too.
    private func isOverwritten(_ ask: Ask, by later: ArraySlice<Ask>) -> Bool {
        later.contains { other in other.assignedSlots.contains(where: ask.assignedSlots.contains) }
    }

    /// The maximum number of words for which guards test the offered list before the answer.
    private static let maxWordsToTestListFirst = 3

    /// Returns the condition that an answer is a word which the step does not offer.
    ///
    /// Only words with which guards compare the answer count. Returns nil if there are none, if the ask offers no list,
    /// or if it ignores case.
    private func conditionOfUnofferedAnswer(to ask: Ask) -> Condition? {
        guard let offered = ask.offered else { return nil }
        let atoms = table.bySlot[ask.slot].compactMap { predicate -> Atom? in
            if case .test(let atom) = table.predicates[predicate] { atom } else { nil }
        }
        let words = AnswerDomain.wordsCompared(withAnswerTo: ask, in: atoms)
        // With few words, test the offered list first. A rejection then depends on the data alone. With many words,
        // test the answer first, because each test of the list can double the number of paths.
        let testsListFirst = words.count <= Self.maxWordsToTestListFirst
        let conditions = words.map { word -> Condition in
            let isAnswer = Condition.equals(ask.slot, word, ignoringCase: false)
            let isNotOffered = Condition.not(.contains(offered, word))
            return testsListFirst ? .and(isNotOffered, isAnswer) : .and(isAnswer, isNotOffered)
        }
        return conditions.disjunction
    }
}

extension [SlotID] {
    /// All subsets, including the empty one.
    fileprivate var subsets: [[SlotID]] { reduce([[]]) { subsets, slot in subsets + subsets.map { $0 + [slot] } } }
}

extension State {
    /// Whether the replies to its request require different values.
    fileprivate var hasRepliesWithOwnDemands: Bool {
        guard case .call(let request) = kind else { return false }
        return request.reply.outputs.contains { $0.demand.map { $0 != .all } ?? false }
    }
}

extension TransitionRelation {
    /// By state: the states that can jump to it, each once. Of a jump to the last step, only the fallback counts.
    var predecessors: Table<State, [StateID]> {
        var result = Table<State, [StateID]>(repeating: [], count: byState.count)
        for (state, list) in byState.indexed() {
            for transfer in list {
                // Add each predecessor once.
                transfer.code.forEachTarget { if result[$0].last != state { result[$0].append(state) } }
            }
        }
        return result
    }

    /// By state: whether the step presented last is live.
    var needsLastStep: Table<State, Bool> {
        var result = Table<State, Bool>(repeating: false, count: byState.count)
        var waiting = byState.indices.filter { byState[$0].contains { $0.code.usesLastStep } }
        guard !waiting.isEmpty else { return result }
        for state in waiting { result[state] = true }
        let predecessorsByState = predecessors
        while let state = waiting.popLast() {
            // When a state presents a step, this becomes the last step. The previous one is dead.
            if flow.states[state].isPresent { continue }
            for before in predecessorsByState[state] where !result[before] {
                result[before] = true
                waiting.append(before)
            }
        }
        return result
    }

    /// Returns the position of each state in a reverse postorder. Unreachable states have the position 0.
    func reversePostorder() -> Table<State, Int32> {
        var edges: [Digraph<State>.Edge] = []
        for (state, list) in byState.indexed() {
            // A start during a run leads back to the first states, so it would only disturb the order.
            for transfer in list where !transfer.isStart || state == flow.initialState {
                transfer.code.forEachTarget { edges.append((state, $0)) }
            }
        }
        return Digraph(count: byState.count, edges: edges).reversePostorder(from: flow.initialState)
    }
}

import FlowAnnotations
import FlowAutomata
import FlowModel
import FlowTable

/// The transition relation of a flow: by state, the transfer functions of its events.
struct TransitionRelation {
    let flow: CheckedFlow
    private let annotations: FlowAnnotations
    private let table: PredicateTable
    private let solver: ConditionSolver
    private let translator: BlockTranslator
    /// The effect of a host event without values, shared by most events.
    private let plainHost: EventEffect
    /// The effect of a failure without a name, and by number those of the flow's own events.
    private let failure: EventEffect
    private let byOwnEvent: [EventEffect?]
    /// Slots that something other than a start assigns.
    private let written: Set<SlotID>
    /// The maximum number of constants for which the relation distinguishes whether a start gives them again.
    private static let maxConstants = 3
    /// Whether some host can give all that a start requires.
    private let canStart: Bool
    /// By state: its event transfers.
    private(set) var byState: [[EventTransfer]] = []
    /// By state: the transfer of an invalid reply.
    private(set) var ifInvalid: [EventTransfer?] = []
    /// The reverse postorder of the states.
    private(set) var order: [Int32] = []

    /// Builds the relation for all events that the service description allows.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ table: PredicateTable, _ solver: ConditionSolver) {
        self.flow = flow
        self.annotations = annotations
        self.table = table
        self.solver = solver
        translator = BlockTranslator(table: table, patterns: flow.patterns)
        plainHost = EventEffect(Self.host(table), table)
        failure = EventEffect(Self.failing(nil, table), table)
        byOwnEvent = flow.events.map { event in
            switch event.kind {
            case .command: EventEffect(Self.command(table), table)
            case .deadline: EventEffect(Self.host(table), table)
            case .error, .failure: EventEffect(Self.failing(event, table), table)
            case .challenge: nil
            }
        }
        written = flow.slotsAssignedAfterStart
        canStart = !flow.inputs.contains { AnswerDomain($0, solver).isImpossible }
        byState = flow.states.indices.map { transfers($0) }
        ifInvalid = byState.map { $0.first(where: \.isInvalid) }
        order = ordered()
    }

    private func transfers(_ index: StateID) -> [EventTransfer] {
        let state = flow.states[index]
        if case .choice(let block) = state.kind { return [transfer(nil, .automatic, EffectDraft(), block)] }
        let note = annotations.states[index]?.request
        let isUniform = !state.demandsBySort
        let reply = state.isCall && isUniform ? EventEffect(self.reply(nil, index, note), table) : plainHost
        let host = note.map { self.host(whileAnswering: $0) } ?? plainHost
        return state.transitions.sorted { $0.key < $1.key }.flatMap { event, block -> [EventTransfer] in
            guard isPossible(event, state, note) else { return [] }
            if BuiltinEvent(rawValue: event) == .start, index != flow.initialState {
                return isPlainRestart(block) ? [] : furtherStarts(note, block)
            }
            let own = isUniform ? reply : EventEffect(self.reply(event, index, note), table)
            return [transfer(event, state, note, reply: own, host: host, block)]
        }
    }

    /// Returns the later starts of a run. Each assigned constant is given again, or stays.
    private func furtherStarts(_ note: RequestNote?, _ block: Block) -> [EventTransfer] {
        let constants = flow.inputs.filter { $0.isConstant && written.contains($0.slot) }.map(\.slot)
        // The cases grow exponentially, so the values of many constants are unknown.
        let isMany = constants.count > Self.maxConstants
        let cases = isMany ? [constants] : constants.reduce([[]]) { cases, slot in cases + cases.map { $0 + [slot] } }
        return cases.map { staying in
            let draft = given(flow.inputs, whileAnswering: note, staying: Set(staying), isForgotten: isMany)
            return transfer(BuiltinEvent.start.rawValue, .host, draft, block)
        }
    }

    private func transfer(_ event: EventID?, _ kind: EventTransfer.Kind, _ draft: EffectDraft, _ block: Block)
        -> EventTransfer
    {
        transfer(event, kind, EventEffect(draft, table), block)
    }

    private func transfer(_ event: EventID?, _ kind: EventTransfer.Kind, _ effect: EventEffect, _ block: Block)
        -> EventTransfer
    {
        let copies = effect.copies.map { PredicateProgram.Operation.copy(translator.copy(to: $0.slot, from: $0.first)) }
        return EventTransfer(event: event, kind: kind, code: translator.code(block, after: copies), effect: effect)
    }

    /// Whether a start only begins again, so that it reaches nothing that the first start does not reach.
    private func isPlainRestart(_ block: Block) -> Bool {
        let start = flow.states[flow.initialState].transitions[BuiltinEvent.start.rawValue]
        guard let first = start?.plainTarget else { return false }
        var isRestarted = false
        for instruction in block.instructions {
            switch instruction {
            case .mark, .reset: continue
            case .restart(let kept):
                // A kept session may be used up, and the flow may have assigned a value that no start gives.
                let brought = Set(flow.inputs.filter { !$0.isConstant }.map(\.slot))
                let isFresh = kept.allSatisfy {
                    brought.contains($0) || !written.contains($0) && table.number(.usedUp($0)) == nil
                }
                guard isFresh else { return false }
                isRestarted = true
            case .jump(let state): return isRestarted && state == first
            default: return false
            }
        }
        return false
    }

    /// Whether the service description allows an event in a state.
    private func isPossible(_ event: EventID, _ state: State, _ note: RequestNote?) -> Bool {
        switch BuiltinEvent(rawValue: event) {
        case .start: return canStart
        case .submit:
            guard case .present(let presentation) = state.kind else { return true }
            return !presentation.asks.contains { AnswerDomain($0, solver).isImpossible }
        case .timeout:
            guard case .present(let presentation) = state.kind else { return false }
            return presentation.timeLimit != nil
        case .success: return note?.canSucceed ?? true
        case nil:
            let own = flow.events[event - CheckedFlow.firstOwnEvent]
            switch own.kind {
            case .challenge: return note?.challenges?.contains(own.name) ?? true
            case .error:
                return note.map { $0.errors.contains(own.name) || ReservedError(rawValue: own.name)?.event == .error }
                    ?? true
            case .command, .deadline, .failure: return true
            }
        default: return true
        }
    }

    private func transfer(
        _ event: EventID, _ state: State, _ note: RequestNote?, reply: EventEffect, host: EventEffect,
        _ block: Block
    ) -> EventTransfer {
        switch BuiltinEvent(rawValue: event) {
        case .start: return transfer(event, .host, given(flow.inputs, whileAnswering: note), block)
        case .submit:
            guard case .present(let presentation) = state.kind, !presentation.asks.isEmpty else {
                return transfer(event, .host, host, block)
            }
            return submission(presentation.asks, block)
        case .cancel, .back, .timeout: return transfer(event, .host, host, block)
        case .success, .otherChallenge: return transfer(event, .reply, reply, block)
        case .handled: return transfer(event, .automatic, handled(state), block)
        case .invalid, .otherError, .otherFailure: return transfer(event, .automatic, failure, block)
        case nil: break
        }
        let number = event - CheckedFlow.firstOwnEvent
        guard let own = byOwnEvent[number] else { return transfer(event, .reply, reply, block) }
        let isOfHost = flow.events[number].kind == .command || flow.events[number].kind == .deadline
        return transfer(event, isOfHost ? .host : .automatic, own, block)
    }

    /// Returns the transfer of a submission. Each answer is among what is offered, and so is its meaning.
    private func submission(_ asks: [Ask], _ block: Block) -> EventTransfer {
        let effect = EventEffect(given(asks), table)
        // The last of two asks that assign one slot wins.
        let lasting = asks.enumerated().filter { number, ask in
            !asks[(number + 1)...].contains {
                ask.stores.contains($0.slot) || $0.meant.map(ask.stores.contains) == true
            }
        }
        .map(\.element)
        let meanings = lasting.compactMap { translator.meaning(of: $0) }.map { PredicateProgram.Operation.copy($0) }
        let impossible = lasting.compactMap(notOffered)
        let code = translator.code(
            block, after: meanings, refusing: asks.refusing(solver),
            impossible: impossible.dropFirst().reduce(impossible.first) { all, next in all.map { .or($0, next) } })
        return EventTransfer(event: BuiltinEvent.submit.rawValue, kind: .host, code: code, effect: effect)
    }

    /// Up to this number, offered words are tested before the answer: the rejection then depends on the data alone.
    private static let maxOffered = 3

    /// Returns the condition that an answer is a word that is not offered, or nil if it is compared with none.
    private func notOffered(_ ask: Ask) -> Condition? {
        guard let offered = ask.offered else { return nil }
        let atoms = table.bySlot[ask.slot].compactMap { predicate -> Atom? in
            if case .test(let atom) = table.predicates[Int(predicate)] { atom } else { nil }
        }
        let words = AnswerDomain.offeredWords(ask, atoms)
        let parts = words.map { word -> Condition in
            let (lacks, given) = (
                Condition.not(.contains(offered, word)), Condition.equals(ask.slot, word, ignoringCase: false)
            )
            return words.count <= Self.maxOffered ? .and(lacks, given) : .and(given, lacks)
        }
        return parts.dropFirst().reduce(parts.first) { all, next in all.map { .or($0, next) } }
    }

    // MARK: Kinds of arrivals

    /// An accepted host event clears the pending error.
    private static func host(_ table: PredicateTable) -> EffectDraft {
        EffectDraft(literals: (table.bySlot[0] + table.bySlot[1]).map { Literal($0, false) }, staged: [0, 1])
    }

    /// A command may bring an error.
    private static func command(_ table: PredicateTable) -> EffectDraft {
        EffectDraft(forgotten: table.bySlot[0] + table.bySlot[1], staged: [0, 1])
    }

    /// A host event during a request: the service may have received the sessions already.
    private func host(whileAnswering note: RequestNote) -> EventEffect {
        guard !note.sessions.isEmpty else { return plainHost }
        var draft = Self.host(table)
        useUp(note.sessions, &draft)
        return EventEffect(draft, table)
    }

    /// Returns the effect of the values that the host gives.
    ///
    /// Constants in `staying` are not given again; if they are forgotten, their values are unknown.
    private func given(
        _ asks: [Ask], whileAnswering note: RequestNote? = nil, staying: Set<SlotID> = [], isForgotten: Bool = false
    ) -> EffectDraft {
        var draft = Self.host(table)
        useUp(note?.sessions ?? [], &draft)
        for ask in asks {
            if staying.contains(ask.slot) {
                if isForgotten { draft.forgotten += table.bySlot[ask.slot] }
                // A kept list may have no elements left.
                let isThere = table.types[ask.slot] != .list && (!isForgotten || ask.isRequired || ask.fallback != nil)
                if isThere, let predicate = table.presence(ask.slot) { draft.literals.append(Literal(predicate, true)) }
                continue
            }
            for slot in [ask.slot] + (ask.meant.map { [$0] } ?? []) {
                draft.staged.append(slot)
                draft.withdraw(table.bySlot[slot])
                draft.forgotten += table.bySlot[slot].filter { !(ask.isConstant && isOfSession($0)) }
                draft.literals += known(ask, slot)
            }
        }
        return draft
    }

    /// Whether a predicate is about the use of a session, not its value.
    private func isOfSession(_ predicate: PredicateID) -> Bool {
        if case .test = table.predicates[Int(predicate)] { false } else { true }
    }

    private func known(_ ask: Ask, _ slot: SlotID) -> [Literal] {
        // The meaning of an answer can have another form than the answer.
        if slot != ask.slot, ask.meansOtherForm {
            return ask.isRequired ? table.presence(slot).map { [Literal($0, true)] } ?? [] : []
        }
        let tests = table.bySlot[slot].compactMap { predicate -> (predicate: PredicateID, atom: Atom)? in
            guard case .test(let atom) = table.predicates[Int(predicate)], !atom.isPresence, atom.isUnary else {
                return nil
            }
            return (predicate, atom)
        }
        let common = zip(tests, AnswerDomain(ask, solver).common(tests.map(\.atom)))
        return byItself(ask, slot) + common.compactMap { test, holds in holds.map { Literal(test.predicate, $0) } }
    }

    /// Returns what is known of an answer, one predicate at a time.
    private func byItself(_ ask: Ask, _ slot: SlotID) -> [Literal] {
        // An empty list counts as absent.
        let isGiven = table.types[slot] == .list ? ask.isNonEmpty : ask.isRequired || ask.fallback != nil
        let words = Set(ask.words.map { TextLiteral($0) })
        let folded = Set(ask.words.map { TextLiteral($0).folded })
        return table.bySlot[slot].compactMap { predicate in
            switch table.predicates[Int(predicate)] {
            // A constant that is not given again stays, perhaps used up.
            case .usedUp, .shared: return ask.isConstant ? nil : Literal(predicate, false)
            case .test(.present): return isGiven ? Literal(predicate, true) : nil
            case .test(.equals(_, let text)):
                if ask.isNonEmpty, text.bytes.isEmpty, ask.fallback != "" { return Literal(predicate, false) }
                if words.isEmpty || (ask.ignoresCase ? folded.contains(text.folded) : words.contains(text)) {
                    return nil
                }
                return Literal(predicate, false)
            case .test(.equalsFolded(_, let text)):
                return folded.isEmpty || folded.contains(text) ? nil : Literal(predicate, false)
            default: return nil
            }
        }
    }

    /// Returns the effect of a reply that is no error. It brings any values and uses up the sessions of the request.
    /// A nil event stands for all replies with the same demands.
    private func reply(_ event: EventID?, _ state: StateID, _ note: RequestNote?) -> EffectDraft {
        var draft = Self.host(table)
        useUp(note?.sessions ?? [], &draft)
        guard case .call(let request) = flow.states[state].kind else { return draft }
        draft.copies = table.sharedOutputs[state] ?? []
        for (index, output) in request.reply.outputs.enumerated() {
            let isDemanded = output.demand.map { demand in event.map { self.demand(demand, of: $0) } ?? true } ?? false
            // A reply has one of several readings of a value; the last of several values in a slot wins.
            let isInstead = request.reply.outputs[..<index].contains {
                $0.slot == output.slot && $0.reading.overlaps(output.reading)
            }
            give(output.slot, isRequired: isDemanded, isInstead: isInstead, &draft)
            guard isDemanded, let first = draft.copies.first(where: { $0.slot == output.slot })?.first else {
                continue
            }
            if let predicate = table.presence(first) { draft.literals.append(Literal(predicate, true)) }
        }
        return draft
    }

    /// Whether every reply of an event must bring a value with this demand.
    private func demand(_ replies: Replies, of event: EventID) -> Bool {
        switch BuiltinEvent(rawValue: event) {
        case .success: replies.success
        case nil: replies.contains(challenge: flow.events[event - CheckedFlow.firstOwnEvent].name)
        default: replies.contains(challenge: nil)
        }
    }

    /// Marks the sessions of a request as used up, and those equal to them.
    private func useUp(_ sessions: [RequestNote.CarriedSession], _ draft: inout EffectDraft) {
        for session in sessions {
            guard let use = table.number(.usedUp(session.slot)) else { continue }
            let first = session.standsInFor.flatMap { table.presence($0) }
            let isSent = first.map { [Literal($0, false)] } ?? []
            draft.deciding += first.map { [$0] } ?? []
            draft.conditionalUses.append(ConditionalUse(conditions: isSent, use: use))
            for predicate in table.bySlot[session.slot] {
                guard case .shared(let one, let other) = table.predicates[Int(predicate)],
                    let use = table.number(.usedUp(one == session.slot ? other : one))
                else { continue }
                draft.conditionalUses.append(ConditionalUse(conditions: isSent + [Literal(predicate, true)], use: use))
            }
        }
    }

    /// Assigns a value from outside to a slot.
    private func give(_ slot: SlotID, isRequired: Bool, isInstead: Bool = true, _ draft: inout EffectDraft) {
        draft.staged.append(slot)
        if isInstead { draft.withdraw(table.bySlot[slot]) }
        draft.forgotten += table.bySlot[slot]
        for predicate in table.bySlot[slot] {
            switch table.predicates[Int(predicate)] {
            case .usedUp, .shared: draft.literals.append(Literal(predicate, false))
            case .test(.present): if isRequired { draft.literals.append(Literal(predicate, true)) }
            default: break
            }
        }
    }

    private func handled(_ state: State) -> EffectDraft {
        var draft = EffectDraft()
        guard case .handler(let use) = state.kind else { return draft }
        // An empty list counts as absent.
        for output in use.outputs {
            give(output.slot, isRequired: output.isRequired && flow.slots[output.slot].type != .list, &draft)
        }
        return draft
    }

    /// An error, a failure or an invalid reply sets the pending error only.
    private static func failing(_ own: Event?, _ table: PredicateTable) -> EffectDraft {
        var draft = EffectDraft(forgotten: table.bySlot[0] + table.bySlot[1], staged: [0, 1])
        draft.literals = [0, 1].compactMap { table.presence($0) }.map { Literal($0, true) }
        guard let own else { return draft }
        for predicate in table.bySlot[0] {
            if case .test(.equals(_, let text)) = table.predicates[Int(predicate)] {
                draft.literals.append(Literal(predicate, text == TextLiteral(own.name)))
            }
        }
        return draft
    }
}

extension State {
    /// Whether some of its replies must bring values that others need not bring.
    fileprivate var demandsBySort: Bool {
        guard case .call(let request) = kind else { return false }
        return request.reply.outputs.contains { $0.demand.map { $0 != .all } ?? false }
    }
}

extension [Ask] {
    /// Returns a block that refuses if what is offered leaves no answer.
    fileprivate func refusing(_ solver: ConditionSolver) -> Block {
        guard let demand = demand(solver) else { return Block([]) }
        return Block([.when(.not(demand), Block([.refuse("not-offered")]))])
    }
}

import FlowAnnotations
import FlowAutomata
import FlowModel
import FlowTable

/// By state: the events that can come there.
struct ArrivalTable {
    let flow: CheckedFlow
    private let annotations: FlowAnnotations
    private let table: FactTable
    private let solver: ConditionSolver
    private let translator: BlockTranslator
    /// The effect of an event of the host without values, made once: most arrivals are such.
    private let plainHost: ArrivalEffect
    /// The effect of a failure without a name of its own, and by number those of the flow's own events that bring an error.
    private let failure: ArrivalEffect
    private let ofOwnEvents: [ArrivalEffect?]
    /// Slots that something else than a start writes to.
    private let written: Set<SlotID>
    /// The most constants of which each is followed whether it stays or is given again.
    private static let mostConstants = 3
    /// Whether some host can give all that a start needs.
    private let canStart: Bool
    /// The arrivals of each state.
    private(set) var ofState: [[Arrival]] = []
    /// By state: what a reply that cannot be understood does.
    private(set) var ifInvalid: [Arrival?] = []
    /// The states numbered so that, circles aside, each comes behind those that lead to it.
    private(set) var order: [Int32] = []

    /// The events of a flow that can come as its service is described.
    init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ table: FactTable, _ solver: ConditionSolver) {
        self.flow = flow
        self.annotations = annotations
        self.table = table
        self.solver = solver
        translator = BlockTranslator(table: table, patterns: flow.patterns)
        plainHost = ArrivalEffect(Self.host(table), table)
        failure = ArrivalEffect(Self.failing(nil, table), table)
        ofOwnEvents = flow.events.map { event in
            switch event.kind {
            case .command: ArrivalEffect(Self.command(table), table)
            case .deadline: ArrivalEffect(Self.host(table), table)
            case .error, .failure: ArrivalEffect(Self.failing(event, table), table)
            case .challenge: nil
            }
        }
        written = flow.slotsWrittenOnTheWay
        canStart = !flow.inputs.contains { AskAnswers($0, solver).isImpossible }
        ofState = flow.states.indices.map { arrivals($0) }
        ifInvalid = ofState.map { $0.first(where: \.isInvalid) }
        order = ordered()
    }

    private func arrivals(_ index: StateID) -> [Arrival] {
        let state = flow.states[index]
        if case .choice(let block) = state.kind { return [arrival(nil, .automatic, ArrivalDraft(), block)] }
        let note = annotations.states[index]?.request
        let isUniform = !state.demandsBySort
        let reply = state.isCall && isUniform ? ArrivalEffect(self.reply(nil, index, note), table) : plainHost
        let host = note.map { self.host(whileAnswering: $0) } ?? plainHost
        return state.transitions.sorted { $0.key < $1.key }.flatMap { event, block -> [Arrival] in
            guard isPossible(event, state, note) else { return [] }
            if BuiltinEvent(rawValue: event) == .start, index != flow.initialState {
                return isPlainRestart(block) ? [] : furtherStarts(note, block)
            }
            let own = isUniform ? reply : ArrivalEffect(self.reply(event, index, note), table)
            return [arrival(event, state, note, reply: own, host: host, block)]
        }
    }

    /// The starts of a run that was started before: each constant that the flow writes to is given again, or stays as it is.
    private func furtherStarts(_ note: RequestNote?, _ block: Block) -> [Arrival] {
        let constants = flow.inputs.filter { $0.isConstant && written.contains($0.slot) }.map(\.slot)
        // Of many constants nothing is known: they would be too many cases.
        let isMany = constants.count > Self.mostConstants
        let cases = isMany ? [constants] : constants.reduce([[]]) { cases, slot in cases + cases.map { $0 + [slot] } }
        return cases.map { staying in
            let draft = given(flow.inputs, whileAnswering: note, staying: Set(staying), isForgotten: isMany)
            return arrival(BuiltinEvent.start.rawValue, .host, draft, block)
        }
    }

    private func arrival(_ event: EventID?, _ kind: Arrival.Kind, _ draft: ArrivalDraft, _ block: Block) -> Arrival {
        arrival(event, kind, ArrivalEffect(draft, table), block)
    }

    private func arrival(_ event: EventID?, _ kind: Arrival.Kind, _ effect: ArrivalEffect, _ block: Block) -> Arrival {
        let copies = effect.copies.map { ProofCode.Operation.copy(translator.copy(to: $0.slot, from: $0.first)) }
        return Arrival(event: event, kind: kind, code: translator.code(block, after: copies), effect: effect)
    }

    /// Whether a start only begins anew: then it leads to nothing that the first start does not lead to.
    private func isPlainRestart(_ block: Block) -> Bool {
        let start = flow.states[flow.initialState].transitions[BuiltinEvent.start.rawValue]
        guard let first = start?.plainTarget else { return false }
        var isRestarted = false
        for instruction in block.instructions {
            switch instruction {
            case .mark, .reset: continue
            case .restart(let kept):
                // A session that stays may be used up by then, and what the flow wrote may be what no start brings.
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

    /// Whether an event can come: as far as the service description says what can follow on a request.
    private func isPossible(_ event: EventID, _ state: State, _ note: RequestNote?) -> Bool {
        switch BuiltinEvent(rawValue: event) {
        case .start: return canStart
        case .submit:
            guard case .present(let presentation) = state.kind else { return true }
            return !presentation.asks.contains { AskAnswers($0, solver).isImpossible }
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

    private func arrival(
        _ event: EventID, _ state: State, _ note: RequestNote?, reply: ArrivalEffect, host: ArrivalEffect,
        _ block: Block
    ) -> Arrival {
        switch BuiltinEvent(rawValue: event) {
        case .start: return arrival(event, .host, given(flow.inputs, whileAnswering: note), block)
        case .submit:
            guard case .present(let presentation) = state.kind, !presentation.asks.isEmpty else {
                return arrival(event, .host, host, block)
            }
            return submission(presentation.asks, block)
        case .cancel, .back, .timeout: return arrival(event, .host, host, block)
        case .success, .otherChallenge: return arrival(event, .reply, reply, block)
        case .handled: return arrival(event, .automatic, handled(state), block)
        case .invalid, .otherError, .otherFailure: return arrival(event, .automatic, failure, block)
        case nil: break
        }
        let number = event - CheckedFlow.firstOwnEvent
        guard let own = ofOwnEvents[number] else { return arrival(event, .reply, reply, block) }
        let isOfHost = flow.events[number].kind == .command || flow.events[number].kind == .deadline
        return arrival(event, isOfHost ? .host : .automatic, own, block)
    }

    /// The answers to some asks: each is among what is offered, and so is what it means.
    private func submission(_ asks: [Ask], _ block: Block) -> Arrival {
        let effect = ArrivalEffect(given(asks), table)
        // Of two asks that store under one name the last counts.
        let lasting = asks.enumerated().filter { number, ask in
            !asks[(number + 1)...].contains {
                ask.stores.contains($0.slot) || $0.meant.map(ask.stores.contains) == true
            }
        }
        .map(\.element)
        let meanings = lasting.compactMap { translator.meaning(of: $0) }.map { ProofCode.Operation.copy($0) }
        let impossible = lasting.compactMap(notOffered)
        let code = translator.code(
            block, after: meanings, refusing: asks.refusing(solver),
            impossible: impossible.dropFirst().reduce(impossible.first) { all, next in all.map { .or($0, next) } })
        return Arrival(event: BuiltinEvent.submit.rawValue, kind: .host, code: code, effect: effect)
    }

    /// Few words are asked for first among what is offered: only so it is seen that an answer is refused whatever the host gives.
    private static let mostOffered = 3

    /// The condition that an answer is a word that is not offered; nil if it is compared with none.
    private func notOffered(_ ask: Ask) -> Condition? {
        guard let offered = ask.offered else { return nil }
        let atoms = table.ofSlot[ask.slot].compactMap { fact -> Atom? in
            if case .test(let atom) = table.facts[Int(fact)] { atom } else { nil }
        }
        let words = AskAnswers.offeredWords(ask, atoms)
        let parts = words.map { word -> Condition in
            let (lacks, given) = (
                Condition.not(.contains(offered, word)), Condition.equals(ask.slot, word, ignoringCase: false)
            )
            return words.count <= Self.mostOffered ? .and(lacks, given) : .and(given, lacks)
        }
        return parts.dropFirst().reduce(parts.first) { all, next in all.map { .or($0, next) } }
    }

    // MARK: Kinds of arrivals

    /// An accepted event of the host clears the pending error.
    private static func host(_ table: FactTable) -> ArrivalDraft {
        ArrivalDraft(claims: (table.ofSlot[0] + table.ofSlot[1]).map { Claim($0, false) }, staged: [0, 1])
    }

    /// A command may bring an error.
    private static func command(_ table: FactTable) -> ArrivalDraft {
        ArrivalDraft(forgotten: table.ofSlot[0] + table.ofSlot[1], staged: [0, 1])
    }

    /// An event of the host while a reply is awaited: the service may have got the sessions already.
    private func host(whileAnswering note: RequestNote) -> ArrivalEffect {
        guard !note.sessions.isEmpty else { return plainHost }
        var draft = Self.host(table)
        useUp(note.sessions, &draft)
        return ArrivalEffect(draft, table)
    }

    /// The values that the host gives.
    ///
    /// Constants in `staying` are not given again; if they are forgotten, they may be given all the same.
    private func given(
        _ asks: [Ask], whileAnswering note: RequestNote? = nil, staying: Set<SlotID> = [], isForgotten: Bool = false
    ) -> ArrivalDraft {
        var draft = Self.host(table)
        useUp(note?.sessions ?? [], &draft)
        for ask in asks {
            if staying.contains(ask.slot) {
                if isForgotten { draft.forgotten += table.ofSlot[ask.slot] }
                // A list that stays may have no items left.
                let isThere = table.types[ask.slot] != .list && (!isForgotten || ask.isRequired || ask.fallback != nil)
                if isThere, let fact = table.presence(ask.slot) { draft.claims.append(Claim(fact, true)) }
                continue
            }
            for slot in [ask.slot] + (ask.meant.map { [$0] } ?? []) {
                draft.staged.append(slot)
                draft.withdraw(table.ofSlot[slot])
                draft.forgotten += table.ofSlot[slot].filter { !(ask.isConstant && isOfSession($0)) }
                draft.claims += known(ask, slot)
            }
        }
        return draft
    }

    /// Whether a fact is about what was done with a session, not about its value.
    private func isOfSession(_ fact: FactID) -> Bool {
        if case .test = table.facts[Int(fact)] { false } else { true }
    }

    private func known(_ ask: Ask, _ slot: SlotID) -> [Claim] {
        // What an answer means may have another form than the answer.
        if slot != ask.slot, ask.meansOtherForm {
            return ask.isRequired ? table.presence(slot).map { [Claim($0, true)] } ?? [] : []
        }
        let tests = table.ofSlot[slot].compactMap { fact -> (fact: FactID, atom: Atom)? in
            guard case .test(let atom) = table.facts[Int(fact)], !atom.isPresence, !atom.isOfTwo else { return nil }
            return (fact, atom)
        }
        let common = zip(tests, AskAnswers(ask, solver).common(tests.map(\.atom)))
        return byItself(ask, slot) + common.compactMap { test, holds in holds.map { Claim(test.fact, $0) } }
    }

    /// What is known of an answer one fact at a time.
    private func byItself(_ ask: Ask, _ slot: SlotID) -> [Claim] {
        // A list may be given and be empty, which counts as absent.
        let isGiven = table.types[slot] == .list ? ask.isNonEmpty : ask.isRequired || ask.fallback != nil
        let words = Set(ask.words.map { Literal($0) })
        let folded = Set(ask.words.map { Literal($0).folded })
        return table.ofSlot[slot].compactMap { fact in
            switch table.facts[Int(fact)] {
            // What is constant and not given again stays as it is, used up perhaps: it may stay so always.
            case .usedUp, .shared: return ask.isConstant ? nil : Claim(fact, false)
            case .test(.present): return isGiven ? Claim(fact, true) : nil
            case .test(.equals(_, let text)):
                if ask.isNonEmpty, text.bytes.isEmpty, ask.fallback != "" { return Claim(fact, false) }
                if words.isEmpty || (ask.ignoresCase ? folded.contains(text.folded) : words.contains(text)) {
                    return nil
                }
                return Claim(fact, false)
            case .test(.equalsFolded(_, let text)):
                return folded.isEmpty || folded.contains(text) ? nil : Claim(fact, false)
            default: return nil
            }
        }
    }

    /// A reply that is no error brings anything, and uses up the sessions that the request carried. Without an event all replies demand
    /// the same.
    private func reply(_ event: EventID?, _ state: StateID, _ note: RequestNote?) -> ArrivalDraft {
        var draft = Self.host(table)
        useUp(note?.sessions ?? [], &draft)
        guard case .call(let request) = flow.states[state].kind else { return draft }
        draft.copies = table.sharedOutputs[state] ?? []
        for (index, output) in request.reply.outputs.enumerated() {
            let isDemanded = output.demand.map { demand in event.map { self.demand(demand, of: $0) } ?? true } ?? false
            // Of several readings of one value a reply has one; of several values in one slot the last counts.
            let isInstead = request.reply.outputs[..<index].contains {
                $0.slot == output.slot && $0.reading.overlaps(output.reading)
            }
            give(output.slot, isRequired: isDemanded, isInstead: isInstead, &draft)
            guard isDemanded, let first = draft.copies.first(where: { $0.slot == output.slot })?.first else {
                continue
            }
            if let fact = table.presence(first) { draft.claims.append(Claim(fact, true)) }
        }
        return draft
    }

    /// Whether every reply that comes as an event is one of those that a value is demanded of.
    private func demand(_ replies: Replies, of event: EventID) -> Bool {
        switch BuiltinEvent(rawValue: event) {
        case .success: replies.success
        case nil: replies.contains(challenge: flow.events[event - CheckedFlow.firstOwnEvent].name)
        default: replies.contains(challenge: nil)
        }
    }

    /// The sessions that a request carried are used up, and those that hold the same.
    private func useUp(_ sessions: [RequestNote.CarriedSession], _ draft: inout ArrivalDraft) {
        for session in sessions {
            guard let use = table.number(.usedUp(session.slot)) else { continue }
            let first = session.standsInFor.flatMap { table.presence($0) }
            let isSent = first.map { [Claim($0, false)] } ?? []
            draft.deciding += first.map { [$0] } ?? []
            draft.spreading.append(Spreading(conditions: isSent, use: use))
            for fact in table.ofSlot[session.slot] {
                guard case .shared(let one, let other) = table.facts[Int(fact)],
                    let use = table.number(.usedUp(one == session.slot ? other : one))
                else { continue }
                draft.spreading.append(Spreading(conditions: isSent + [Claim(fact, true)], use: use))
            }
        }
    }

    /// A slot gets a value from outside.
    private func give(_ slot: SlotID, isRequired: Bool, isInstead: Bool = true, _ draft: inout ArrivalDraft) {
        draft.staged.append(slot)
        if isInstead { draft.withdraw(table.ofSlot[slot]) }
        draft.forgotten += table.ofSlot[slot]
        for fact in table.ofSlot[slot] {
            switch table.facts[Int(fact)] {
            case .usedUp, .shared: draft.claims.append(Claim(fact, false))
            case .test(.present): if isRequired { draft.claims.append(Claim(fact, true)) }
            default: break
            }
        }
    }

    private func handled(_ state: State) -> ArrivalDraft {
        var draft = ArrivalDraft()
        guard case .handler(let use) = state.kind else { return draft }
        // A list may be given and be empty, which counts as absent.
        for output in use.outputs {
            give(output.slot, isRequired: output.isRequired && flow.slots[output.slot].type != .list, &draft)
        }
        return draft
    }

    /// An error, a failure or an invalid reply sets the pending error and nothing else.
    private static func failing(_ own: Event?, _ table: FactTable) -> ArrivalDraft {
        var draft = ArrivalDraft(forgotten: table.ofSlot[0] + table.ofSlot[1], staged: [0, 1])
        draft.claims = [0, 1].compactMap { table.presence($0) }.map { Claim($0, true) }
        guard let own else { return draft }
        for fact in table.ofSlot[0] {
            if case .test(.equals(_, let text)) = table.facts[Int(fact)] {
                draft.claims.append(Claim(fact, text == Literal(own.name)))
            }
        }
        return draft
    }
}

extension State {
    /// Whether it awaits a reply of which some sorts must bring what others need not.
    fileprivate var demandsBySort: Bool {
        guard case .call(let request) = kind else { return false }
        return request.reply.outputs.contains { $0.demand.map { $0 != .all } ?? false }
    }
}

extension [Ask] {
    /// A block that refuses where what is offered leaves no answer.
    fileprivate func refusing(_ solver: ConditionSolver) -> Block {
        guard let demand = demand(solver) else { return Block([]) }
        return Block([.when(.not(demand), Block([.refuse("not-offered")]))])
    }
}

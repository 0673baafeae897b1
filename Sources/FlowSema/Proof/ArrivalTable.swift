import FlowModel

/// By state: the events that can come there.
struct ArrivalTable: Sendable {
    private let flow: CheckedFlow
    private let map: SourceMap
    private let table: FactTable
    private let translator: BlockTranslator
    /// The arrivals of each state.
    private(set) var ofState: [[Arrival]] = []

    /// The events of a flow that can come as its service is described.
    init(_ flow: CheckedFlow, _ map: SourceMap, _ table: FactTable) {
        self.flow = flow
        self.map = map
        self.table = table
        translator = BlockTranslator(table: table, patterns: flow.patterns)
        ofState = flow.states.indices.map { arrivals($0) }
    }

    private func arrivals(_ index: StateID) -> [Arrival] {
        let state = flow.states[index]
        if case .choice(let block) = state.kind {
            return [Arrival(event: nil, kind: .automatic, steps: translator.steps(block))]
        }
        let note = map.requests[index]
        return state.transitions.keys.sorted().compactMap { event in
            guard let block = state.transitions[event], isPossible(event, state, note) else { return nil }
            return arrival(event, state, note, block)
        }
    }

    /// Whether an event can come: as far as the service description says what can follow on a request.
    private func isPossible(_ event: EventID, _ state: State, _ note: RequestNote?) -> Bool {
        switch event {
        case 4:
            guard case .present(let presentation) = state.kind else { return false }
            return presentation.timeLimit != nil
        case 6: return note?.canSucceed ?? true
        case CheckedFlow.firstOwnEvent...:
            let own = flow.events[event - CheckedFlow.firstOwnEvent]
            switch own.kind {
            case .challenge: return note?.challenges?.contains(own.name) ?? true
            case .error: return note.map { $0.errors.contains(own.name) } ?? true
            case .command, .failure: return true
            }
        default: return true
        }
    }

    private func arrival(_ event: EventID, _ state: State, _ note: RequestNote?, _ block: Block) -> Arrival {
        let own = event >= CheckedFlow.firstOwnEvent ? flow.events[event - CheckedFlow.firstOwnEvent] : nil
        let steps = translator.steps(block)
        switch (event, own?.kind) {
        case (0, _): return given(flow.inputs, host(event, steps))
        case (1, _):
            guard case .present(let presentation) = state.kind else { return host(event, steps) }
            return given(presentation.asks, host(event, steps))
        case (2, _), (3, _), (4, _): return host(event, steps)
        case (_, .command): return command(host(event, steps))
        case (6, _), (8, _), (_, .challenge): return reply(event, steps, state, note)
        case (5, _): return handled(steps, state)
        case (9, _), (_, .error), (7, _), (10, _), (_, .failure): return failing(event, own, steps)
        default: return Arrival(event: event, kind: .automatic, steps: steps)
        }
    }

    // MARK: Kinds of arrivals

    /// An accepted event of the host clears the pending error.
    private func host(_ event: EventID, _ steps: [ProofStep]) -> Arrival {
        var arrival = Arrival(event: event, kind: .host, steps: steps)
        arrival.claims = absent(0) + absent(1)
        arrival.staged = [0, 1]
        return arrival
    }

    /// A command may bring an error.
    private func command(_ arrival: Arrival) -> Arrival {
        var arrival = arrival
        arrival.forgotten = table.ofSlot[0] + table.ofSlot[1]
        arrival.claims = []
        return arrival
    }

    /// What the host gives.
    private func given(_ asks: [Ask], _ arrival: Arrival) -> Arrival {
        var arrival = arrival
        for ask in asks {
            arrival.staged.append(ask.slot)
            arrival.forgotten += table.ofSlot[ask.slot]
            arrival.claims += known(ask, ask.slot)
            if let meant = ask.meant {
                arrival.staged.append(meant)
                arrival.forgotten += table.ofSlot[meant]
                arrival.claims += known(ask, meant)
            }
        }
        return arrival
    }

    private func known(_ ask: Ask, _ slot: SlotID) -> [Claim] {
        let isGiven = (ask.isRequired || ask.fallback != nil) && flow.slots[slot].type != .flag
        let words = Set(ask.words.map { Literal($0) })
        let folded = Set(ask.words.map { Literal($0).folded })
        return table.ofSlot[slot].compactMap { fact in
            switch table.facts[Int(fact)] {
            case .usedUp: return Claim(fact, false)
            case .test(.present): return isGiven ? Claim(fact, true) : nil
            case .test(.equals(_, let text)):
                if ask.isNonEmpty, text.bytes.isEmpty, ask.fallback != "" { return Claim(fact, false) }
                if words.isEmpty || (ask.ignoresCase ? folded.contains(text.folded) : words.contains(text)) { return nil }
                return Claim(fact, false)
            case .test(.equalsFolded(_, let text)):
                return folded.isEmpty || folded.contains(text) ? nil : Claim(fact, false)
            default: return nil
            }
        }
    }

    /// A reply that is no error brings anything, and uses up the sessions that the request carried.
    private func reply(_ event: EventID, _ steps: [ProofStep], _ state: State, _ note: RequestNote?) -> Arrival {
        var arrival = Arrival(event: event, kind: .reply, steps: steps)
        arrival.claims = absent(0) + absent(1)
        arrival.staged = [0, 1]
        for session in note?.sessions ?? [] {
            if let fact = table.number(.usedUp(session.slot)) { arrival.claims.append(Claim(fact, true)) }
        }
        guard case .call(let request) = state.kind else { return arrival }
        for output in request.reply.outputs {
            arrival.staged.append(output.slot)
            arrival.forgotten += table.ofSlot[output.slot]
            if output.isRequired, let fact = table.presence(output.slot) { arrival.claims.append(Claim(fact, true)) }
            if let fact = table.number(.usedUp(output.slot)) { arrival.claims.append(Claim(fact, false)) }
        }
        return arrival
    }

    private func handled(_ steps: [ProofStep], _ state: State) -> Arrival {
        var arrival = Arrival(event: 5, kind: .automatic, steps: steps)
        guard case .handler(let use) = state.kind else { return arrival }
        for output in use.outputs {
            arrival.staged.append(output.slot)
            arrival.forgotten += table.ofSlot[output.slot]
            if output.isRequired, let fact = table.presence(output.slot) { arrival.claims.append(Claim(fact, true)) }
        }
        return arrival
    }

    /// An error, a failure or an invalid reply sets the pending error and nothing else.
    private func failing(_ event: EventID, _ own: Event?, _ steps: [ProofStep]) -> Arrival {
        var arrival = Arrival(event: event, kind: .automatic, steps: steps)
        arrival.staged = [0, 1]
        arrival.forgotten = table.ofSlot[0] + table.ofSlot[1]
        arrival.claims = [0, 1].compactMap { table.presence($0) }.map { Claim($0, true) }
        guard let own else { return arrival }
        for fact in table.ofSlot[0] {
            if case .test(.equals(_, let text)) = table.facts[Int(fact)] {
                arrival.claims.append(Claim(fact, text == Literal(own.name)))
            }
        }
        return arrival
    }

    private func absent(_ slot: SlotID) -> [Claim] {
        table.ofSlot[slot].map { Claim($0, false) }
    }
}

import FlowDiagnostics
import FlowIR
import FlowTable

// The effects of events on the data, before the block of the state runs.
extension TransitionRelation {
    /// Returns the effect of an event that only changes the pending error.
    static func draft(_ error: EventEffect.PendingError, _ table: PredicateTable) -> EffectDraft {
        var draft = EffectDraft(staged: ErrorSlot.all)
        switch error {
        case .kept: return EffectDraft()
        case .cleared: draft.literals = table.errorPredicates.map { Literal($0, false) }
        case .optional: draft.forgotten = table.errorPredicates
        case .raised(let type):
            draft.forgotten = table.errorPredicates
            draft.literals = ErrorSlot.all.compactMap { table.presence($0) }.map { Literal($0, true) }
            guard let type else { break }
            // Tests of the type other than equality stay unknown.
            for predicate in table.bySlot[ErrorSlot.type] {
                if case .test(.equals(_, let text)) = table.predicates[predicate] {
                    draft.literals.append(Literal(predicate, text == type))
                }
            }
        }
        return draft
    }

    /// Returns the effect of the event `invalid`, which raises one of the reserved errors.
    static func draftOfInvalid(_ table: PredicateTable) -> EffectDraft {
        var draft = draft(.raised(type: nil), table)
        for predicate in table.bySlot[ErrorSlot.type] {
            if case .test(.equals(_, let text)) = table.predicates[predicate],
                ReservedError(rawValue: text.text)?.event != .invalid
            {
                draft.literals.append(Literal(predicate, false))
            }
        }
        return draft
    }

    // MARK: Host events

    /// Returns the effect of a host event during a request, whose sessions the service may already have received.
    func hostEffect(during note: RequestNote) -> PredicateEffect {
        guard !note.sessions.isEmpty else { return plainHostEffect }
        var draft = Self.draft(.cleared, table)
        useUp(note.sessions, &draft)
        return PredicateEffect(draft, table)
    }

    /// Returns the effect of the values that the host gives in answer to some asks.
    ///
    /// The host does not give the constants in `staying` again, so they keep their values. If `isForgotten` is true, it
    /// may give them again, so their values become unknown. `note` is the request that the event interrupts.
    func inputEffect(
        _ asks: [Ask], during note: RequestNote? = nil, staying: Set<SlotID> = [], isForgotten: Bool = false
    ) -> EffectDraft {
        var draft = Self.draft(.cleared, table)
        useUp(note?.sessions ?? [], &draft)
        for ask in asks {
            if staying.contains(ask.slot) {
                keepConstant(of: ask, isForgotten: isForgotten, &draft)
            } else {
                for slot in ask.assignedSlots { assignAnswer(to: ask, in: slot, &draft) }
            }
        }
        return draft
    }

    /// Keeps the value of a constant in an effect. If `isForgotten` is true, the value becomes unknown.
    private func keepConstant(of ask: Ask, isForgotten: Bool, _ draft: inout EffectDraft) {
        if isForgotten { draft.forgotten += table.bySlot[ask.slot] }
        // An earlier start gave the value that stays. If the new start may replace it, the new value can be absent.
        let hasValue = !isForgotten || ask.isRequired || ask.fallback != nil
        // A list that stays may have no elements left.
        if table.types[ask.slot] != .list, hasValue, let predicate = table.presence(ask.slot) {
            draft.literals.append(Literal(predicate, true))
        }
    }

    /// Adds to an effect the assignment of an answer to a slot.
    ///
    /// The slot stores the host's answer itself, or the declared spelling of the selected word.
    private func assignAnswer(to ask: Ask, in slot: SlotID, _ draft: inout EffectDraft) {
        draft.staged.append(slot)
        draft.removeLiterals(of: table.bySlot[slot])
        // A constant session that the host does not give again keeps its properties.
        draft.forgotten += table.bySlot[slot].filter { !(ask.isConstant && isSessionPredicate($0)) }
        draft.literals += literals(of: ask, in: slot)
    }

    /// Returns whether a predicate concerns the use or the equality of sessions, and not a value.
    private func isSessionPredicate(_ predicate: PredicateID) -> Bool {
        if case .test = table.predicates[predicate] { false } else { true }
    }

    /// Returns the literals that hold for every answer to an ask.
    ///
    /// The slot stores the answer itself, or the declared spelling of the selected word.
    private func literals(of ask: Ask, in slot: SlotID) -> [Literal] {
        // The spelling in the offered list can have another form than the answer, so only its presence is known.
        if slot != ask.slot, ask.meansOtherForm {
            return ask.isRequired ? table.presence(slot).map { [Literal($0, true)] } ?? [] : []
        }
        let tests = table.bySlot[slot].compactMap { predicate -> (predicate: PredicateID, atom: Atom)? in
            guard case .test(let atom) = table.predicates[predicate], !atom.isPresence, atom.isUnary else {
                return nil
            }
            return (predicate, atom)
        }
        let common = zip(tests, AnswerDomain(ask, solver).commonValues(of: tests.map(\.atom)))
        return literalsWithoutSolver(of: ask, in: slot)
            + common.compactMap { test, holds in holds.map { Literal(test.predicate, $0) } }
    }

    /// Returns the literals that follow from the words and properties of an ask without the solver.
    private func literalsWithoutSolver(of ask: Ask, in slot: SlotID) -> [Literal] {
        // An empty list counts as absent.
        let isGiven = table.types[slot] == .list ? ask.isNonEmpty : ask.isRequired || ask.fallback != nil
        let words = Set(ask.words)
        let foldedWords = Set(words.map(\.folded))
        return table.bySlot[slot].compactMap { predicate in
            switch table.predicates[predicate] {
            // A constant session that the host does not give again may be used up.
            case .usedUp, .shared: return ask.isConstant ? nil : Literal(predicate, false)
            case .test(.present): return isGiven ? Literal(predicate, true) : nil
            case .test(.equals(_, let text)):
                // The answer to a non-empty ask can be empty only if the fallback is.
                if ask.isNonEmpty, text.isEmpty, ask.fallback != "" { return Literal(predicate, false) }
                let isWord = ask.ignoresCase ? foldedWords.contains(text.folded) : words.contains(text)
                return words.isEmpty || isWord ? nil : Literal(predicate, false)
            case .test(.equalsFolded(_, let text)):
                return words.isEmpty || foldedWords.contains(text) ? nil : Literal(predicate, false)
            default: return nil
            }
        }
    }

    // MARK: Replies and handlers

    /// Returns the effect of a successful reply or a challenge.
    ///
    /// The reply assigns any values, and uses up the sessions of the request. The kind nil stands for all replies to a
    /// request whose replies require the same values.
    func replyEffect(of kind: EventEffect.ReplyKind?, in state: StateID, _ note: RequestNote?) -> EffectDraft {
        var draft = Self.draft(.cleared, table)
        useUp(note?.sessions ?? [], &draft)
        guard case .call(let request) = flow.states[state].kind else { return draft }
        draft.copies = table.sharedOutputs[state] ?? []
        for (index, output) in request.reply.outputs.enumerated() {
            let isDemanded = output.demand.map { kind?.isAmong($0) ?? true } ?? false
            // A reply contains one of several readings of a value. The last of several values for a slot wins.
            let replacesEarlier = request.reply.outputs[..<index].contains {
                $0.slot == output.slot && $0.reading.overlaps(output.reading)
            }
            assignExternalValue(output.slot, isRequired: isDemanded, replacesEarlier: replacesEarlier, &draft)
            // The slot has the value of an earlier slot, so the earlier one has a value, too.
            guard isDemanded, let first = draft.copies.first(where: { $0.slot == output.slot })?.first else {
                continue
            }
            if let predicate = table.presence(first) { draft.literals.append(Literal(predicate, true)) }
        }
        return draft
    }

    /// Marks the sessions of a request, and the sessions equal to them, as used up in an effect.
    ///
    /// Some sessions are substitutes: the request sends them only if another session is absent.
    private func useUp(_ sessions: [RequestNote.CarriedSession], _ draft: inout EffectDraft) {
        for session in sessions {
            guard let use = table.number(.usedUp(session.slot)) else { continue }
            let otherPresence = session.standsInFor.flatMap { table.presence($0) }
            let sendingLiterals = otherPresence.map { [Literal($0, false)] } ?? []
            draft.deciding += otherPresence.map { [$0] } ?? []
            draft.conditionalUses.append(ConditionalUse(conditions: sendingLiterals, use: use))
            for predicate in table.bySlot[session.slot] {
                guard case .shared(let one, let other) = table.predicates[predicate],
                    let useOfEqual = table.number(.usedUp(one == session.slot ? other : one))
                else { continue }
                draft.conditionalUses.append(
                    ConditionalUse(conditions: sendingLiterals + [Literal(predicate, true)], use: useOfEqual))
            }
        }
    }

    /// Adds to an effect the assignment of a value from a reply or a handler to a slot.
    ///
    /// If `replacesEarlier` is true, literals of an earlier value of the same reply no longer hold.
    private func assignExternalValue(
        _ slot: SlotID, isRequired: Bool, replacesEarlier: Bool = true, _ draft: inout EffectDraft
    ) {
        draft.staged.append(slot)
        if replacesEarlier { draft.removeLiterals(of: table.bySlot[slot]) }
        draft.forgotten += table.bySlot[slot]
        for predicate in table.bySlot[slot] {
            switch table.predicates[predicate] {
            // A session from outside the flow is new: it is not used up, and equals no other session.
            case .usedUp, .shared: draft.literals.append(Literal(predicate, false))
            case .test(.present): if isRequired { draft.literals.append(Literal(predicate, true)) }
            case .test: break
            }
        }
    }

    /// Returns the effect of a handler's result, which assigns any values to the outputs.
    func resultEffect(of use: HandlerUse) -> EffectDraft {
        var draft = EffectDraft()
        // An empty list counts as absent.
        for output in use.outputs {
            let isRequired = output.isRequired && flow.slots[output.slot].type != .list
            assignExternalValue(output.slot, isRequired: isRequired, &draft)
        }
        return draft
    }
}

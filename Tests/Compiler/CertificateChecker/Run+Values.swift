/// What happens to the facts about a slot when its value changes.
extension Run {
    func forget(_ atom: Atom, _ situation: inout Situation) {
        if let fact = facts.number[atom] { situation.forget(fact) }
    }

    func give(_ slot: Int, isPresent: Bool, _ situation: inout Situation) {
        give(slot, isPresent ? facts.number[.present(slot)].map { [($0, true)] } ?? [] : [], &situation)
    }

    /// A slot gets a value from outside: a session that nobody has sent yet.
    func give(_ slot: Int, _ known: [(fact: Int, holds: Bool)], _ situation: inout Situation) {
        for fact in facts.ofSlot[slot] {
            switch facts.atoms[fact] {
            case .fresh, .apart: situation.set(fact, 1)
            default: situation.forget(fact)
            }
        }
        for (fact, holds) in known { situation.set(fact, holds ? 1 : 0) }
    }

    func assign(_ slot: Int, _ text: [UInt8], _ situation: inout Situation) {
        for fact in facts.ofSlot[slot] {
            if let holds = facts.holds(facts.atoms[fact], for: text, in: slot) {
                situation.set(fact, holds ? 1 : 0)
            } else {
                situation.forget(fact)
            }
        }
    }

    func clear(_ slot: Int, _ situation: inout Situation) {
        for fact in facts.ofSlot[slot] {
            switch facts.atoms[fact] {
            case .fresh, .apart: situation.set(fact, 1)
            case .hasAll(_, slot): situation.set(fact, 1)
            case .hasAll: situation.forget(fact)
            default: situation.set(fact, 0)
            }
        }
    }

    func copy(_ slot: Int, _ source: Int, _ situation: inout Situation) {
        if slot == source { return }
        let isAbsent = facts.number[.present(source)].map { situation.value($0) == 0 } ?? false
        let moved = facts.ofSlot[slot].map { fact -> Int? in
            switch facts.atoms[fact] {
            case .apart(let one, let other):
                let third = one == slot ? other : one
                if third == source { return nil }
                if !facts.areKin(source, third) { return 1 }
                return facts.number[.apart(pair: source, third)].map { situation.value($0) }
            case .hasAll(let one, let other) where one == source || other == source: return 1
            case let atom:
                if let value = facts.number[atom.moved(slot, to: source)].map({ situation.value($0) }) { return value }
                if case .hasAll = atom { return nil }
                return isAbsent ? 0 : nil
            }
        }
        for (fact, value) in zip(facts.ofSlot[slot], moved) {
            if let value { situation.set(fact, value) } else { situation.forget(fact) }
        }
    }

    func merge(_ slot: Int, _ added: Int, _ situation: inout Situation) {
        for fact in facts.ofSlot[slot] {
            let other = facts.number[facts.atoms[fact].moved(slot, to: added)].map { situation.value($0) }
            switch (facts.atoms[fact], situation.value(fact), other) {
            case (.present, let own, let other?), (.contains, let own, let other?):
                if own == 0 {
                    situation.set(fact, other)
                } else if other == 1 {
                    situation.set(fact, 1)
                } else if own != 1, other != 0 {
                    situation.forget(fact)
                }
            case (.present, 1, _), (.contains, 1, _): break
            default: situation.forget(fact)
            }
        }
    }

    func remove(_ entry: [UInt8], _ slot: Int, _ situation: inout Situation) {
        if !table.isCollection(slot) { return }
        for fact in facts.ofSlot[slot] {
            switch facts.atoms[fact] {
            case .contains(_, entry): situation.set(fact, 0)
            case .contains: break
            case .present where table.types[slot] == Table.map || situation.value(fact) == 0: break
            default: situation.forget(fact)
            }
        }
    }

    func change(_ instruction: Instruction, _ situation: inout Situation, _ state: Int, _ event: Int?)
        throws(Refusal)
    {
        switch instruction {
        case .assign(let slot, let text): assign(slot, text, &situation)
        case .merge(let slot, let added): merge(slot, added, &situation)
        case .remaining(let slot): give(slot, isPresent: true, &situation)
        case .remove(let slot, let entry): remove(entry, slot, &situation)
        case .clear(let slots): for slot in slots { clear(slot, &situation) }
        case .clearExcept(let kept):
            for slot in 2..<table.types.count where !kept.contains(slot) { clear(slot, &situation) }
            (situation.last, situation.isRestarted) = (Situation.never, true)
        case .count(let counter): situation.add(counter)
        case .reset(let counters): for counter in counters { situation.reset(counter) }
        case .error(let type, let message):
            assign(0, type, &situation)
            assign(1, message, &situation)
        case .keepError, .forgetReply:
            // Before the event that led here: that is not known of a state that goes on by itself.
            if event == nil { throw Refusal(.unsupported, name(state, event), "a choice takes back an event") }
            if case .forgetReply = instruction {
                situation.goBack()
            } else {
                situation.goBack(facts.ofSlot[0] + facts.ofSlot[1])
            }
        default: break
        }
    }
}

import FlowModel

/// Turns blocks into code for proofs; what no fact depends on is left out.
struct BlockTranslator {
    let table: FactTable
    let patterns: [Pattern]

    /// The code of a block.
    func code(_ block: Block) -> ProofCode {
        var code = ProofCode()
        append(block, &code)
        return code
    }

    private func append(_ block: Block, _ code: inout ProofCode) {
        for instruction in block.instructions {
            guard case .when(let condition, let inner) = instruction else {
                if let operation = operation(instruction) { code.operations.append(operation) }
                continue
            }
            let test = Guard(condition, table)
            let position = code.operations.count
            code.operations.append(.test(test, otherwise: 0))
            append(inner, &code)
            code.operations[position] = .test(test, otherwise: code.operations.count)
            if code.joins.last != code.operations.count { code.joins.append(code.operations.count) }
        }
    }

    private func operation(_ instruction: Instruction) -> ProofCode.Operation? {
        switch instruction {
        case .jump(let state): return .jump(state)
        case .jumpLast(let otherwise): return .jumpLast(otherwise: otherwise)
        case .refuse: return .refuse
        case .set(let slot, let source): return set(slot, source)
        case .merge(let slot, let added): return merge(slot, added)
        case .clear(let slots):
            let (claims, lost) = absence(of: slots)
            return change(FactChange(forget: lost, claims: claims))
        case .restart(let kept): return .restart(kept: table.mask(kept))
        case .count(let counter):
            return table.layout.position(counter).map { .count($0, upTo: table.bounds[counter] ?? 255) }
        case .reset(let counters):
            let followed = counters.compactMap { table.layout.position($0) }
            return followed.isEmpty ? nil : .reset(followed)
        case .error(let type, _):
            let present = table.presence(1).map { [Claim($0, true)] } ?? []
            return change(FactChange(forget: table.ofSlot[1], claims: claims(0, literal: type) + present))
        case .forgetReply: return .forgetReply
        case .keepError: return table.ofSlot[0].isEmpty && table.ofSlot[1].isEmpty ? nil : .keepError
        case .require(let slots): return .require(slots.compactMap { table.presence($0) })
        case .mark(let transition): return .mark(transition)
        case .notify, .when: return nil
        }
    }

    private func change(_ change: FactChange) -> ProofCode.Operation? { change.isEmpty ? nil : .change(change) }

    private func set(_ slot: SlotID, _ source: Source) -> ProofCode.Operation? {
        let facts = table.ofSlot[slot]
        guard !facts.isEmpty else { return nil }
        switch source.origin {
        case .literal(let text):
            return .change(FactChange(forget: facts, claims: claims(slot, literal: text)))
        case .slot(let origin):
            let pairs = facts.map { fact in
                let moved = table.facts[Int(fact)]
                return CopyPlan.Pair(
                    to: fact, from: moved.moved(to: origin).flatMap { table.number($0) },
                    other: source.otherwise.flatMap { moved.moved(to: $0) }.flatMap { table.number($0) })
            }
            return .copy(
                CopyPlan(pairs: pairs, isPresent: source.otherwise == nil ? nil : table.presence(origin)))
        }
    }

    private func merge(_ slot: SlotID, _ added: SlotID) -> ProofCode.Operation? {
        let facts = table.ofSlot[slot]
        guard !facts.isEmpty else { return nil }
        var either: [(to: FactID, from: FactID)] = []
        var lost: [FactID] = []
        for fact in facts {
            switch table.facts[Int(fact)] {
            case .test(.present), .test(.contains):
                if let from = table.facts[Int(fact)].moved(to: added).flatMap({ table.number($0) }) {
                    either.append((fact, from))
                } else {
                    lost.append(fact)
                }
            default: lost.append(fact)
            }
        }
        return .merge(MergePlan(either: either, lost: lost))
    }

    /// What is known once slots are cleared, and of what nothing is known.
    func absence(of slots: [SlotID]) -> (claims: [Claim], lost: [FactID]) {
        var claims: [Claim] = []
        var lost: [FactID] = []
        for fact in slots.flatMap({ table.ofSlot[$0] }) {
            if case .test(.hasAll) = table.facts[Int(fact)] {
                lost.append(fact)
            } else {
                claims.append(Claim(fact, false))
            }
        }
        return (claims, lost)
    }

    /// What is known of a slot that holds a literal.
    private func claims(_ slot: SlotID, literal text: String) -> [Claim] {
        let literal = Literal(text)
        return table.ofSlot[slot].compactMap { fact in
            switch table.facts[Int(fact)] {
            case .usedUp: return Claim(fact, false)
            case .test(.present): return Claim(fact, true)
            case .test(.equals(_, let other)): return Claim(fact, other == literal)
            case .test(.equalsFolded(_, let other)): return Claim(fact, other == literal.folded)
            case .test(.contains(_, let part)):
                guard table.types[slot] == .list else { return Claim(fact, literal.contains(part)) }
                return Claim(fact, text.utf8.split(separator: 0x20).contains { Array($0) == part.bytes })
            case .test(.matches(_, let pattern)): return Claim(fact, patterns[pattern].matches(literal.bytes))
            case .test(.hasAll), .test(.below): return nil
            }
        }
    }
}

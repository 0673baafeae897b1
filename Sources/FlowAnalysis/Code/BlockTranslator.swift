import FlowAutomata
import FlowModel

/// Turns blocks into code for proofs; what no fact depends on is left out.
struct BlockTranslator {
    let table: FactTable
    let patterns: [Pattern]

    /// The code of a block, some operations before it, behind them what is refused first, and a condition that never holds.
    func code(
        _ block: Block, after first: [ProofCode.Operation], refusing: Block = Block([]), impossible: Condition? = nil
    ) -> ProofCode {
        var code = ProofCode(operations: first)
        append(refusing, &code)
        if let impossible {
            let next = code.operations.count + 2
            code.operations += [.test(Guard(impossible, table), otherwise: next), .discard]
            code.joins.append(next)
        }
        append(block, &code)
        code.changed = changedFacts(code.operations)
        code.guardSize = guardSize(code.operations)
        return code
    }

    private func guardSize(_ operations: [ProofCode.Operation]) -> Int {
        var (tests, leaves) = (0, 0)
        for case .test(let condition, _) in operations {
            tests += 1
            condition.forEachLeaf { _ in leaves += 1 }
        }
        return tests == 0 ? 0 : leaves / tests
    }

    private func changedFacts(_ operations: [ProofCode.Operation]) -> [UInt64] {
        var changed = table.noFacts
        func add(_ fact: FactID) { changed[Int(fact) >> 6] |= 1 << UInt64(fact & 63) }
        for operation in operations {
            switch operation {
            case .change(let change): for item in change.items { changed[item.word] |= item.mask }
            case .copy(let plan): for pair in plan.pairs { add(pair.to) }
            case .merge(let plan):
                for pair in plan.either { add(pair.to) }
                for fact in plan.lost { add(fact) }
            case .restart(let kept): for index in changed.indices { changed[index] |= ~kept[index] }
            default: break
            }
        }
        return changed
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
        case .restart(let kept): return .restart(kept: table.mask(kept + [0, 1]))
        case .remaining(let slot, _, _), .begin(let slot, _):
            let present = table.presence(slot).map { [Claim($0, true)] } ?? []
            return change(FactChange(forget: table.ofSlot[slot], claims: present))
        case .remove(let slot, let entries): return remove(entries, from: slot)
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
            return .copy(copy(to: slot, from: origin, otherwise: source.otherwise))
        }
    }

    /// The facts that a slot takes over from another one, or from a third one if that is absent.
    func copy(to slot: SlotID, from source: SlotID, otherwise other: SlotID? = nil) -> CopyPlan {
        let pairs = table.ofSlot[slot].map { fact in
            CopyPlan.Pair(
                to: fact, from: origin(fact, slot, source), other: other.map { origin(fact, slot, $0) } ?? .unknown)
        }
        return CopyPlan(pairs: pairs, isPresent: other == nil ? nil : table.presence(source))
    }

    /// The facts about what an answer means that follow from the answer.
    func meaning(of ask: Ask) -> CopyPlan? {
        guard let meant = ask.meant else { return nil }
        let pairs = table.ofSlot[meant].compactMap { fact -> CopyPlan.Pair? in
            guard case .test(let atom) = table.facts[Int(fact)],
                let from = ask.meaning(of: atom).flatMap({ table.number(.test($0)) })
            else { return nil }
            return CopyPlan.Pair(to: fact, from: .fact(from), other: .unknown)
        }
        return pairs.isEmpty ? nil : CopyPlan(pairs: pairs, isPresent: nil, isDecided: true)
    }

    private func origin(_ fact: FactID, _ slot: SlotID, _ source: SlotID) -> CopyPlan.Origin {
        let moved = table.facts[Int(fact)]
        switch moved {
        case .shared(let first, let second):
            let third = first == slot ? second : first
            if third == source { return .constant(true) }
            return table.sharing(source, third).map { .fact($0) } ?? .constant(false)
        case .test(.hasAll(let holder, let wanted)):
            // A list has all of its copy.
            if holder == source || wanted == source { return .constant(true) }
            let atom: Atom = holder == slot ? .hasAll(source, wanted) : .hasAll(holder, source)
            return table.number(.test(atom)).map { .fact($0) } ?? .unknown
        default: return moved.moved(to: source).flatMap { table.number($0) }.map { .fact($0) } ?? .unknown
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

    /// What is known of a list or map once entries were taken out: a list may be empty, which is no value.
    private func remove(_ entries: [String], from slot: SlotID) -> ProofCode.Operation? {
        let gone = Set(entries.map { Literal($0) })
        var claims: [Claim] = []
        var lost: [FactID] = []
        for fact in table.ofSlot[slot] {
            switch table.facts[Int(fact)] {
            case .test(.contains(_, let entry)): if gone.contains(entry) { claims.append(Claim(fact, false)) }
            case .test(.present): if table.types[slot] == .list { lost.append(fact) }
            default: lost.append(fact)
            }
        }
        return change(FactChange(forget: lost, claims: claims))
    }

    /// The facts that are known once slots are cleared, and those of which nothing is known.
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

    /// The facts about a slot that holds a literal.
    private func claims(_ slot: SlotID, literal text: String) -> [Claim] {
        let literal = Literal(text)
        return table.ofSlot[slot].compactMap { fact in
            switch table.facts[Int(fact)] {
            case .usedUp, .shared: return Claim(fact, false)
            case .test(.present):
                // A list of no words counts as absent.
                return Claim(fact, table.types[slot] != .list || text.utf8.contains { $0 > 0x20 })
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

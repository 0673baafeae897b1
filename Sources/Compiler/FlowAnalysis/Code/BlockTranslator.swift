import FlowDiagnostics
import FlowIR
import FlowTable

/// Translates blocks to predicate programs. Drops notifications, and changes that the analysis does not track.
struct BlockTranslator {
    let table: PredicateTable
    let patterns: Table<Pattern, Pattern>
    /// By list that only the flow writes: the items that it can have.
    let items: [SlotID: [ByteString]]

    /// Translates a block to a program.
    ///
    /// The program executes `prefix` and the block `rejection` first, and discards paths on which `impossible` is true.
    func translate(
        _ block: Block, after prefix: [PredicateProgram.Operation], rejection: Block = Block([]),
        impossible: Condition? = nil
    ) -> PredicateProgram {
        var code = PredicateProgram(operations: prefix)
        append(rejection, to: &code)
        if let impossible {
            // Continue after the test and the discard.
            let next = code.operations.count + 2
            code.operations += [.test(Guard(impossible, table), otherwise: next), .discard]
            code.joins.append(next)
        }
        append(block, to: &code)
        code.changed = changedPredicates(code.operations)
        code.guardSize = averageGuardSize(code.operations)
        return code
    }

    /// Returns the average number of tests in a guard of the operations. Returns 0 if they have no guard.
    private func averageGuardSize(_ operations: [PredicateProgram.Operation]) -> Int {
        var (tests, leaves) = (0, 0)
        for case .test(let condition, _) in operations {
            tests += 1
            condition.forEachLeaf { _ in leaves += 1 }
        }
        return tests == 0 ? 0 : leaves / tests
    }

    /// Returns a mask of the predicates that operations can change.
    private func changedPredicates(_ operations: [PredicateProgram.Operation]) -> [UInt64] {
        var changed = table.noPredicates
        func add(_ predicate: PredicateID) { changed[predicate.word] |= predicate.bit }
        for operation in operations {
            switch operation {
            case .change(let change): for item in change.items { changed[item.word] |= item.mask }
            case .copy(let plan): for pair in plan.pairs { add(pair.to) }
            case .merge(let plan):
                for pair in plan.either { add(pair.to) }
                for predicate in plan.lost { add(predicate) }
            // This also sets bits without a predicate, which nothing tests.
            case .restart(let kept): for index in changed.indices { changed[index] |= ~kept[index] }
            // A restored predicate has its value from before the event.
            case .jump, .jumpLast, .refuse, .discard, .test, .count, .reset, .forgetReply, .keepError, .require, .mark:
                break
            }
        }
        return changed
    }

    /// Translates a block, and appends its operations to a program.
    private func append(_ block: Block, to code: inout PredicateProgram) {
        for instruction in block.instructions {
            let effect = instruction.effect
            guard case .branch(let condition, let inner) = effect else {
                appendTest(of: effect, to: &code)
                if let translated = operation(for: effect) { code.operations.append(translated) }
                continue
            }
            let test = Guard(condition, table)
            let position = code.operations.count
            // The target is known only after the inner block.
            code.operations.append(.test(test, otherwise: 0))
            append(inner, to: &code)
            code.operations[position] = .test(test, otherwise: code.operations.count)
            if code.joins.last != code.operations.count { code.joins.append(code.operations.count) }
        }
    }

    /// Appends a test that skips the removal of entries from a list if the list is absent, and so remains absent.
    private func appendTest(of effect: InstructionEffect, to code: inout PredicateProgram) {
        guard case .change(.write(let slot, .rest(let entries))) = effect, table.types[slot] == .list,
            !removesAll(entries, from: slot), let presence = table.presence(slot)
        else { return }
        // Continue after the removal, which always has an operation, because it changes the presence.
        let next = code.operations.count + 2
        code.operations.append(.test(.leaf(.predicate(presence)), otherwise: next))
        code.joins.append(next)
    }

    /// Returns whether some entries are all that a list can have.
    private func removesAll(_ entries: [ByteString], from slot: SlotID) -> Bool {
        items[slot].map { $0.allSatisfy(entries.contains) } ?? false
    }

    /// Translates an effect other than a branch, or returns nil if the analysis does not depend on it.
    private func operation(for effect: InstructionEffect) -> PredicateProgram.Operation? {
        switch effect {
        case .change(let change): operation(for: change)
        case .read(.require(let slots)): .require(slots.compactMap { table.presence($0) })
        case .restore(.everything): .forgetReply
        case .restore(.error): table.errorPredicates.isEmpty ? nil : .keepError
        case .exit(.state(let state)): .jump(state)
        case .exit(.lastStep(let otherwise)): .jumpLast(otherwise: otherwise)
        case .exit(.refusal): .refuse
        case .mark(let transition): .mark(transition)
        case .read(.show), .branch: nil
        }
    }

    /// Translates a change of data, or returns nil if it changes no predicate and no tested counter.
    private func operation(for change: DataChange) -> PredicateProgram.Operation? {
        switch change {
        case .write(let slot, .copy(let source)): return assignment(of: source, to: slot)
        case .write(let slot, .union(let added)): return union(of: added, into: slot)
        case .write(let slot, .rest(let entries)): return removal(of: entries, from: slot)
        case .write(let slot, .computed):
            let present = table.presence(slot).map { [Literal($0, true)] } ?? []
            return operation(for: PredicateUpdate(forget: table.bySlot[slot], literals: present))
        case .clear(let slots):
            let (literals, lost) = absence(of: slots)
            return operation(for: PredicateUpdate(forget: lost, literals: literals))
        // The pending error survives a restart.
        case .clearAll(let kept): return .restart(kept: table.mask(kept + ErrorSlot.all))
        case .raise(let type, let message):
            let typeLiterals = literals(of: ErrorSlot.type, holding: type)
            let messageLiterals = literals(of: ErrorSlot.message, holding: message)
            return operation(for: PredicateUpdate(literals: typeLiterals + messageLiterals))
        case .count(let counter):
            return table.layout.position(counter).map { .count($0, upTo: table.bounds[counter] ?? Int(UInt8.max)) }
        case .reset(let counters):
            let tracked = counters.compactMap { table.layout.position($0) }
            return tracked.isEmpty ? nil : .reset(tracked)
        }
    }

    /// Returns the operation of an update, or nil if the update assigns no predicate.
    private func operation(for update: PredicateUpdate) -> PredicateProgram.Operation? {
        update.isEmpty ? nil : .change(update)
    }

    /// Returns the operation that assigns a source to a slot. Returns nil if no predicate depends on the slot.
    private func assignment(of source: Source, to slot: SlotID) -> PredicateProgram.Operation? {
        let predicates = table.bySlot[slot]
        guard !predicates.isEmpty else { return nil }
        switch source.origin {
        case .literal(let text):
            return .change(PredicateUpdate(forget: predicates, literals: literals(of: slot, holding: text)))
        case .slot(let origin):
            return .copy(copy(to: slot, from: origin, otherwise: source.otherwise))
        }
    }

    /// Returns the copy of a source slot to a slot. If the source is absent, the copy reads the slot `other` instead.
    func copy(to slot: SlotID, from source: SlotID, otherwise other: SlotID? = nil) -> PredicateCopy {
        let pairs = table.bySlot[slot].map { predicate in
            PredicateCopy.Pair(
                to: predicate, from: origin(of: predicate, over: slot, in: source),
                other: other.map { origin(of: predicate, over: slot, in: $0) } ?? .unknown)
        }
        return PredicateCopy(pairs: pairs, sourcePresence: other == nil ? nil : table.presence(source))
    }

    /// Returns the copy of an answer to the slot of the selected word's declared spelling.
    ///
    /// Returns nil if the ask has no such slot, or if no predicate over the slot follows from the answer.
    func copyOfMeaning(of ask: Ask) -> PredicateCopy? {
        guard let meant = ask.meant else { return nil }
        let pairs = table.bySlot[meant].compactMap { predicate -> PredicateCopy.Pair? in
            guard case .test(let atom) = table.predicates[predicate],
                let from = ask.answerTest(equivalentTo: atom).flatMap({ table.number(.test($0)) })
            else { return nil }
            return PredicateCopy.Pair(to: predicate, from: .predicate(from), other: .unknown)
        }
        return pairs.isEmpty ? nil : PredicateCopy(pairs: pairs, sourcePresence: nil, isDecided: true)
    }

    /// Returns the origin of a predicate's value when a source is copied to the predicate's slot.
    private func origin(of predicate: PredicateID, over slot: SlotID, in source: SlotID) -> PredicateCopy.Origin {
        let overTarget = table.predicates[predicate]
        switch overTarget {
        case .shared(let first, let second):
            // A session is the same as its copy. Sessions that no copies connect have no predicate, and always differ.
            let partner = first == slot ? second : first
            if partner == source { return .constant(true) }
            return table.sharing(source, partner).map { .predicate($0) } ?? .constant(false)
        case .test(.hasAll(let holder, let wanted)):
            // A list and its copy contain all items of each other.
            if holder == source || wanted == source { return .constant(true) }
            let atom: Atom = holder == slot ? .hasAll(source, wanted) : .hasAll(holder, source)
            return table.number(.test(atom)).map { .predicate($0) } ?? .unknown
        default: return overTarget.moved(to: source).flatMap { table.number($0) }.map { .predicate($0) } ?? .unknown
        }
    }

    /// Returns the operation that adds the entries of a map to another. Returns nil if no predicate depends on the
    /// target.
    private func union(of added: SlotID, into slot: SlotID) -> PredicateProgram.Operation? {
        let predicates = table.bySlot[slot]
        guard !predicates.isEmpty else { return nil }
        var either: [(to: PredicateID, from: PredicateID)] = []
        var lost: [PredicateID] = []
        for predicate in predicates {
            switch table.predicates[predicate] {
            case .test(.present), .test(.contains):
                if let from = table.predicates[predicate].moved(to: added).flatMap({ table.number($0) }) {
                    either.append((predicate, from))
                } else {
                    lost.append(predicate)
                }
            default: lost.append(predicate)
            }
        }
        return .merge(PredicateMerge(either: either, lost: lost))
    }

    /// Returns the operation that removes entries from a slot. Returns nil if it changes no predicate.
    ///
    /// A list may become empty. An empty list counts as absent.
    private func removal(of entries: [ByteString], from slot: SlotID) -> PredicateProgram.Operation? {
        let removed = Set(entries)
        var literals: [Literal] = []
        var lost: [PredicateID] = []
        for predicate in table.bySlot[slot] {
            switch table.predicates[predicate] {
            case .test(.contains(_, let entry)):
                if removed.contains(entry) { literals.append(Literal(predicate, false)) }
            case .test(.present) where removesAll(entries, from: slot): literals.append(Literal(predicate, false))
            case .test(.present): if table.types[slot] == .list { lost.append(predicate) }
            default: lost.append(predicate)
            }
        }
        return operation(for: PredicateUpdate(forget: lost, literals: literals))
    }

    /// Returns the literals that hold after some slots are cleared, and the predicates that become unknown.
    func absence(of slots: [SlotID]) -> (literals: [Literal], lost: [PredicateID]) {
        var literals: [Literal] = []
        var lost: [PredicateID] = []
        for predicate in slots.flatMap({ table.bySlot[$0] }) {
            // `has-all` can hold without a list, so it becomes unknown.
            if case .test(.hasAll) = table.predicates[predicate] {
                lost.append(predicate)
            } else {
                literals.append(Literal(predicate, false))
            }
        }
        return (literals, lost)
    }

    /// Returns the literals that hold for a slot after the flow assigns it the text `text`.
    private func literals(of slot: SlotID, holding text: ByteString) -> [Literal] {
        table.bySlot[slot].compactMap { predicate in
            switch table.predicates[predicate] {
            // A text of the flow is no session.
            case .usedUp, .shared: return Literal(predicate, false)
            case .test(.present):
                // An empty list counts as absent.
                return Literal(predicate, table.types[slot] != .list || text.hasListElement)
            case .test(.equals(_, let other)): return Literal(predicate, other == text)
            case .test(.equalsFolded(_, let other)): return Literal(predicate, other == text.folded)
            case .test(.contains(_, let part)):
                guard table.types[slot] == .list else { return Literal(predicate, text.contains(part)) }
                let elements = text.utf8.split(separator: UInt8(ascii: " "))
                return Literal(predicate, elements.contains { $0.elementsEqual(part.utf8) })
            case .test(.matches(_, let pattern)): return Literal(predicate, patterns[pattern].matches(text.utf8))
            case .test(.hasAll), .test(.below): return nil
            }
        }
    }
}

package import FlowIR
import FlowTable

/// The predicates of a flow, by number.
///
/// They are the tests of guards and offered lists, the presence of values that states and replies need, the properties
/// of sessions, and the predicates from which copies derive any of these.
package struct PredicateTable: Sendable {
    package private(set) var predicates: Table<Predicate, Predicate> = []
    /// By slot: the predicates that depend on it.
    private(set) var bySlot: Table<Slot, [PredicateID]>
    /// By counter that guards test: the greatest number that they compare it with.
    private(set) var bounds: [CounterID: Int] = [:]
    /// By requesting state: slots that receive the same value as an earlier slot, each with that earlier slot.
    private(set) var sharedOutputs: [StateID: [(slot: SlotID, first: SlotID)]] = [:]
    let types: Table<Slot, SlotType>
    private(set) var layout: StateLayout
    /// The empty mask. Programs that change no predicate share its storage.
    private(set) var noPredicates: [UInt64] = []
    private var numbers: [Predicate: PredicateID] = [:]

    /// Collects the predicates of a flow, and closes them under the flow's copies.
    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, _ solver: ConditionSolver) {
        types = flow.slots.mapValues(\.type)
        bySlot = Table(repeating: [], count: flow.slots.count)
        layout = StateLayout(predicates: 0, counters: [])
        var copies: [SlotID: Set<SlotID>] = [:]
        var asks: [SlotID: [Ask]] = [:]
        for (index, state) in flow.states.indexed() { collect(from: state, index, solver, &copies, &asks) }
        addNeeds(of: annotations)
        addPresence(solver)
        closeUnderCopies(copies, asks)
        addSharing(copies)
        layout = StateLayout(predicates: predicates.count, counters: bounds.keys.sorted())
        noPredicates = Array(repeating: 0, count: layout.predicateWords)
    }

    /// Adds the predicates on the values that states need, and on the sessions of requests.
    private mutating func addNeeds(of annotations: FlowAnnotations) {
        for (_, facts) in annotations.states.sorted(by: { $0.key < $1.key }) {
            for need in facts.needs { need.source.slots.forEach { add(.test(.present($0))) } }
        }
        for (_, request) in annotations.requests {
            for session in request.sessions {
                add(.usedUp(session.slot))
                add(.test(.present(session.slot)))
                if let first = session.standsInFor { add(.test(.present(first))) }
            }
        }
    }

    func mask(_ slots: some Sequence<SlotID>) -> [UInt64] {
        var result = noPredicates
        for slot in slots { for predicate in bySlot[slot] { result[predicate.word] |= predicate.bit } }
        return result
    }

    /// Returns a mask of the predicates for which `isIncluded` returns true.
    func mask(where isIncluded: (Predicate) -> Bool) -> [UInt64] {
        var result = noPredicates
        for (id, predicate) in predicates.indexed() where isIncluded(predicate) {
            result[id.word] |= id.bit
        }
        return result
    }

    /// The predicates over the pending error.
    var errorPredicates: [PredicateID] { ErrorSlot.all.flatMap { bySlot[$0] } }

    /// Whether the table has neither predicates nor counters.
    var isEmpty: Bool { predicates.isEmpty && bounds.isEmpty }

    /// Returns the number of a predicate, or nil if the table does not contain it.
    package func number(_ predicate: Predicate) -> PredicateID? { numbers[predicate] }

    /// Returns the predicate that a slot has a value. Returns nil if the table does not contain it.
    package func presence(_ slot: SlotID) -> PredicateID? { numbers[.test(.present(slot))] }

    /// Adds a predicate, unless the table already contains it.
    private mutating func add(_ predicate: Predicate) {
        guard numbers[predicate] == nil else { return }
        let id = predicates.add(predicate)
        numbers[predicate] = id
        for slot in Set(predicate.slots) { bySlot[slot].append(id) }
    }

    /// Adds the predicates of a state.
    ///
    /// Records the slots that the state copies, by target, and its asks, by slot that they assign.
    private mutating func collect(
        from state: State, _ index: StateID, _ solver: ConditionSolver, _ copies: inout [SlotID: Set<SlotID>],
        _ asks: inout [SlotID: [Ask]]
    ) {
        for block in state.blocks { block.forEachInstruction { collect(from: $0.effect, &copies) } }
        if case .present(let presentation) = state.kind {
            presentation.asks.offerCondition(solver)?.forEachLeaf { add($0) }
            for ask in presentation.asks {
                for slot in ask.assignedSlots { asks[slot, default: []].append(ask) }
            }
        }
        if case .call(let request) = state.kind {
            let shared = request.reply.sharedOutputs
            sharedOutputs[index] = shared
            for (slot, first) in shared { copies[slot, default: []].insert(first) }
        }
    }

    /// Adds the predicates of an instruction, and records the slots that it copies, by target.
    private mutating func collect(from effect: InstructionEffect, _ copies: inout [SlotID: Set<SlotID>]) {
        switch effect {
        case .branch(let condition, _): condition.forEachLeaf { add($0) }
        case .read(.require(let slots)): slots.forEach { add(.test(.present($0))) }
        case .change(.write(let slot, .copy(let source))): copies[slot, default: []].formUnion(source.slots)
        case .change(.write(let slot, .union(let added))): copies[slot, default: []].insert(added)
        case .change, .read(.show), .restore, .exit, .mark: break
        }
    }

    /// Adds the predicate of a test, or records the number that a counter is compared with.
    ///
    /// Adds nothing if the types of the slots decide the test.
    private mutating func add(_ test: ValueTest) {
        guard case .atom(let atom) = AtomicTest(test, types: types) else { return }
        if case .below(let counter, let bound) = atom {
            bounds[counter] = max(bounds[counter] ?? 0, bound)
        } else {
            add(.test(atom))
            // `has-all` holds if the wanted list is absent, so it depends on the presence of that list, too.
            if case .hasAll(_, let wanted) = atom { add(.test(.present(wanted))) }
        }
    }

    /// Adds a presence predicate for each optional slot with a closed value set whose value a guard tests.
    ///
    /// If the guards exclude every value of the set, the slot must be absent.
    private mutating func addPresence(_ solver: ConditionSolver) {
        // The loop visits a copy of the predicates, without those that it adds.
        for case .test(let atom) in predicates {
            switch atom {
            case .equals(let slot, _), .equalsFolded(let slot, _), .contains(let slot, _), .matches(let slot, _):
                if solver.words[slot] != nil, !solver.required.contains(slot) { add(.test(.present(slot))) }
            default: break
            }
        }
    }

    /// Adds an equality predicate for each pair of sessions that copies connect.
    private mutating func addSharing(_ copies: [SlotID: Set<SlotID>]) {
        for group in connectedSessions(copies).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            for (index, first) in group.enumerated() {
                for second in group[(index + 1)...] { add(.shared(first, second)) }
            }
        }
    }

    /// Returns the groups of sessions that copies connect, in either direction.
    private func connectedSessions(_ copies: [SlotID: Set<SlotID>]) -> [[SlotID]] {
        let sessions = predicates.compactMap { if case .usedUp(let slot) = $0 { slot } else { nil } }.sorted()
        let edges = copies.flatMap { target, sources in sources.flatMap { [(target, $0), ($0, target)] } }
        let components = Digraph<Slot>(count: bySlot.count, edges: edges).stronglyConnectedComponents()
        return components.filter { $0.count > 1 }.map { component in
            let members = Set(component)
            return sessions.filter(members.contains)
        }
    }

    /// Returns the predicate that two slots hold the same session. Returns nil if the table does not contain it.
    func sharing(_ first: SlotID, _ second: SlotID) -> PredicateID? {
        numbers[.shared(min(first, second), max(first, second))]
    }

    /// Closes the set of predicates under copies, and under the answers to asks.
    ///
    /// A test of a copy is a test of its source. If a slot has several sources, their presence decides between them.
    private mutating func closeUnderCopies(_ copies: [SlotID: Set<SlotID>], _ asks: [SlotID: [Ask]]) {
        for (target, sources) in copies.sorted(by: { $0.key < $1.key })
        where !bySlot[target].isEmpty && sources.count > 1 {
            sources.sorted().forEach { add(.test(.present($0))) }
        }
        // Adding predicates extends the list while the loop visits it.
        var next = predicates.startIndex
        while next < predicates.endIndex {
            let predicate = predicates[next]
            predicates.formIndex(after: &next)
            guard predicate.slots.count == 1, let slot = predicate.slots.first else { continue }
            for source in (copies[slot] ?? []).sorted() {
                if let moved = predicate.moved(to: source) { add(moved) }
                add(.test(.present(source)))
            }
            for ask in asks[slot] ?? [] { addSources(of: predicate, over: slot, in: ask) }
        }
    }

    /// Adds the predicates from which a predicate over an answer follows.
    ///
    /// The slot stores the answer itself, or the declared spelling of the selected word.
    private mutating func addSources(of predicate: Predicate, over slot: SlotID, in ask: Ask) {
        guard case .test(let atom) = predicate else { return }
        if slot == ask.slot, let offered = ask.offered {
            for word in AnswerDomain.wordsCompared(withAnswerTo: ask, in: [atom]) {
                add(.test(.contains(offered, word)))
            }
        }
        if slot == ask.meant, let origin = ask.answerTest(equivalentTo: atom) { add(.test(origin)) }
    }
}

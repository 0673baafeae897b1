import FlowIR

/// Liveness of predicates and counters: a backward dataflow analysis.
///
/// Abstract states that differ only in dead predicates are equivalent.
struct PredicateLiveness {
    /// By state: the live predicates and counters at its entry.
    private(set) var live: Table<State, LiveSet>
    /// By state and event transfer: the live predicates and counters before the event.
    private(set) var beforeEvents: Table<State, [LiveSet]> = []
    /// By copy whose source stays live: the source predicates to decide first, so that both sides remain equal.
    private(set) var decided: [ObjectIdentifier: Set<PredicateID>] = [:]
    private let flow: LoweredFlow
    private let table: PredicateTable
    private let relation: TransitionRelation
    private var atLastStep: LiveSet
    private let emptySet: LiveSet

    /// Computes the liveness in a flow. `own` lists, by state, the predicates that the state itself uses.
    init(_ flow: LoweredFlow, _ table: PredicateTable, _ relation: TransitionRelation, own: [StateID: [PredicateID]]) {
        self.flow = flow
        self.table = table
        self.relation = relation
        emptySet = LiveSet(table.layout)
        atLastStep = emptySet
        live = Table(repeating: atLastStep, count: flow.states.count)
        if !table.isEmpty { propagate(own) }
        beforeEvents = Table(flow.states.indices.map { liveSets(beforeEventsOf: $0) })
    }

    /// Returns the live set before each event of a state, in the order of the transfers.
    private mutating func liveSets(beforeEventsOf state: StateID) -> [LiveSet] {
        let transfers = relation.byState[state]
        if table.isEmpty { return Array(repeating: emptySet, count: transfers.count) }
        let ifMissing = liveSet(beforeInvalidReplyTo: state)
        return transfers.map { liveSet(before: $0, ifMissing: ifMissing) }
    }

    /// Returns the live set before an invalid reply to the request of a state. Without a request, it is empty.
    private mutating func liveSet(beforeInvalidReplyTo state: StateID) -> LiveSet {
        guard let invalid = relation.ifInvalid[state] else { return emptySet }
        return liveSet(before: invalid, ifMissing: emptySet)
    }

    // MARK: Fixpoint

    /// Computes the fixpoint of `live` and `atLastStep`.
    private mutating func propagate(_ own: [StateID: [PredicateID]]) {
        let predecessors = relation.predecessors
        let lastUsers = relation.byState.indices.filter { relation.byState[$0].contains { $0.code.usesLastStep } }
        var isWaiting = Table<State, Bool>(repeating: true, count: flow.states.count)
        // In postorder, so that without cycles each state is visited once.
        let states = flow.states.indices.sorted { relation.order[$0] > relation.order[$1] }
        var isChanging = true
        while isChanging {
            isChanging = false
            for state in states where isWaiting[state] {
                isWaiting[state] = false
                guard update(state, own[state] ?? []) else { continue }
                isChanging = true
                for before in predecessors[state] { isWaiting[before] = true }
                guard flow.states[state].isPresent, !lastUsers.isEmpty else { continue }
                atLastStep.formUnion(live[state])
                for user in lastUsers { isWaiting[user] = true }
            }
        }
    }

    /// Recomputes the live set at the entry of a state. Returns whether it changed.
    private mutating func update(_ state: StateID, _ own: [PredicateID]) -> Bool {
        var result = live[state]
        for predicate in own { result.insert(predicate) }
        let ifMissing = liveSet(beforeInvalidReplyTo: state)
        for transfer in relation.byState[state] { result.formUnion(liveSet(before: transfer, ifMissing: ifMissing)) }
        guard result != live[state] else { return false }
        live[state] = result
        return true
    }

    /// Returns the live set before an event. `ifMissing` is the live set before an invalid reply.
    private mutating func liveSet(before transfer: EventTransfer, ifMissing: LiveSet) -> LiveSet {
        // The predicates and counters that the program reads from the data before the event.
        var readFromBefore = emptySet
        let code = transfer.code.operations
        var result = emptySet
        // The live sets at the targets of tests, in reverse order of the targets.
        var joins: [(position: Int, set: LiveSet)] = []
        for position in code.indices.reversed() {
            if transfer.code.joins.contains(position + 1) { joins.append((position + 1, result)) }
            transferBackward(over: code[position], &result, joins, ifMissing, &readFromBefore)
        }
        transferBackward(overEffectOf: transfer, &result)
        result.formUnion(readFromBefore)
        return result
    }

    /// Transfers the live set backward over the effect that an event has before its program runs.
    private func transferBackward(overEffectOf transfer: EventTransfer, _ result: inout LiveSet) {
        let afterEvent = result
        result.remove(transfer.change)
        // A use without conditions always assigns its predicate. Any other use depends on its conditions.
        for conditional in transfer.conditionalUses where conditional.conditions.isEmpty {
            result.remove(conditional.use)
        }
        for conditional in transfer.conditionalUses where afterEvent.contains(conditional.use) {
            for condition in conditional.conditions { result.insert(condition.predicate) }
        }
    }

    /// Transfers the live set backward over an operation.
    ///
    /// `joins` has the live sets at the targets of tests, and `ifMissing` is the live set before an invalid reply. Adds
    /// to `readFromBefore` the predicates and counters that the operation reads from the data before the event.
    private mutating func transferBackward(
        over operation: PredicateProgram.Operation, _ result: inout LiveSet,
        _ joins: [(position: Int, set: LiveSet)], _ ifMissing: LiveSet, _ readFromBefore: inout LiveSet
    ) {
        switch operation {
        case .jump(let state): result = live[state]
        case .jumpLast(let otherwise):
            result = live[otherwise]
            result.formUnion(atLastStep)
        case .refuse, .discard: result = emptySet
        case .test(let condition, let otherwise):
            if let join = joins.last(where: { $0.position == otherwise }) { result.formUnion(join.set) }
            insertTests(of: condition, into: &result)
        case .change(let change): result.remove(change)
        case .copy(let plan): transferBackward(over: plan, &result)
        case .merge(let plan):
            for predicate in plan.lost { result.remove(predicate) }
            for pair in plan.either where result.contains(pair.to) { result.insert(pair.from) }
        case .restart(let mask): result.restrict(to: mask)
        case .count, .mark: break
        case .reset(let positions): for position in positions { result.remove(counter: position) }
        case .forgetReply, .keepError: readFromBefore.formUnion(result)
        case .require(let predicates):
            for predicate in predicates { result.insert(predicate) }
            readFromBefore.formUnion(ifMissing)
        }
    }

    private func insertTests(of condition: Guard, into result: inout LiveSet) {
        condition.forEachLeaf {
            switch $0 {
            case .predicate(let predicate):
                result.insert(predicate)
                let tested = table.predicates[predicate]
                let isHasAll = if case .test(.hasAll) = tested { true } else { false }
                // Which values several tests leave depends on the presence of the slot, and `has-all` on that of both.
                for slot in tested.slots where isHasAll || table.bySlot[slot].count > 2 {
                    if let presence = table.presence(slot) { result.insert(presence) }
                }
            case .below(let position, _): result.insert(counter: position)
            }
        }
    }

    /// Transfers the live set backward over a copy, and records the sources that stay live in `decided`.
    private mutating func transferBackward(over plan: PredicateCopy, _ result: inout LiveSet) {
        let after = result
        for pair in plan.pairs { result.remove(pair.to) }
        for pair in plan.pairs where after.contains(pair.to) {
            for source in [pair.from.predicate, pair.other.predicate] {
                guard let source else { continue }
                result.insert(source)
                // A later test of the source can exclude values of the copy, even if it is another test.
                let slots = table.predicates[source].slots
                if slots.contains(where: { table.bySlot[$0].contains(where: after.contains) }) {
                    decided[ObjectIdentifier(plan), default: []].insert(source)
                }
            }
            if let sourcePresence = plan.sourcePresence { result.insert(sourcePresence) }
        }
    }
}

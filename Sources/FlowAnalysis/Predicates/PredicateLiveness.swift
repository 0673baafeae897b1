import FlowAutomata
import FlowModel

/// Liveness of predicates and counters (a backward dataflow analysis). Dead predicates distinguish no states.
struct PredicateLiveness {
    /// By state: what is live at its entry.
    private(set) var live: [LiveSet]
    /// By state and event: what is live before the event.
    private(set) var needs: [[LiveSet]] = []
    /// Copies whose source stays live: the source predicates to decide first, so that both sides remain equal.
    private(set) var decided: [ObjectIdentifier: Set<PredicateID>] = [:]
    private let flow: CheckedFlow
    private let table: PredicateTable
    private let relation: TransitionRelation
    private var atLastStep: LiveSet
    private let nothing: LiveSet

    /// Computes the liveness; `own` lists the predicates that a state uses by itself.
    init(_ flow: CheckedFlow, _ table: PredicateTable, _ relation: TransitionRelation, own: [StateID: [PredicateID]]) {
        self.flow = flow
        self.table = table
        self.relation = relation
        nothing = LiveSet(table.layout)
        atLastStep = nothing
        live = Array(repeating: atLastStep, count: flow.states.count)
        if !table.isEmpty { propagate(own) }
        needs = flow.states.indices.map { needs(in: $0) }
    }

    private mutating func needs(in state: StateID) -> [LiveSet] {
        let list = relation.byState[state]
        if table.isEmpty { return Array(repeating: nothing, count: list.count) }
        let ifMissing = relation.ifInvalid[state].map { liveSet(before: $0, ifMissing: nothing) } ?? nothing
        return list.map { liveSet(before: $0, ifMissing: ifMissing) }
    }

    // MARK: Facts

    private mutating func propagate(_ own: [StateID: [PredicateID]]) {
        let predecessors = relation.predecessors
        let lastUsers = relation.byState.indices.filter { relation.byState[$0].contains { $0.code.usesLastStep } }
        var isWaiting = [Bool](repeating: true, count: flow.states.count)
        // In reverse order, so that each state is visited once, cycles aside.
        let states = flow.states.indices.sorted { relation.order[$0] > relation.order[$1] }
        var isChanging = true
        while isChanging {
            isChanging = false
            for state in states where isWaiting[state] {
                isWaiting[state] = false
                guard update(state, own[state] ?? []) else { continue }
                isChanging = true
                for before in predecessors[state] { isWaiting[Int(before)] = true }
                guard flow.states[state].isPresent, !lastUsers.isEmpty else { continue }
                atLastStep.formUnion(live[state])
                for user in lastUsers { isWaiting[user] = true }
            }
        }
    }

    /// Adds what is live at the entry of a state. Returns whether it changed.
    private mutating func update(_ state: StateID, _ own: [PredicateID]) -> Bool {
        var result = live[state]
        for predicate in own { result.insert(predicate) }
        var ifMissing = nothing
        if let invalid = relation.ifInvalid[state] { ifMissing = liveSet(before: invalid, ifMissing: ifMissing) }
        for transfer in relation.byState[state] { result.formUnion(liveSet(before: transfer, ifMissing: ifMissing)) }
        guard result != live[state] else { return false }
        live[state] = result
        return true
    }

    private mutating func liveSet(before transfer: EventTransfer, ifMissing: LiveSet) -> LiveSet {
        var kept = nothing
        let code = transfer.code.operations
        var result = kept
        // The live sets at the targets of tests, the nearest last.
        var joins: [(position: Int, set: LiveSet)] = []
        for position in code.indices.reversed() {
            if transfer.code.joins.contains(position + 1) { joins.append((position + 1, result)) }
            apply(code[position], &result, joins, transfer, ifMissing, &kept)
        }
        let usesBehind = result
        result.remove(transfer.change)
        for conditional in transfer.conditionalUses where conditional.conditions.isEmpty {
            result.remove(conditional.use)
        }
        for conditional in transfer.conditionalUses where usesBehind.contains(conditional.use) {
            for condition in conditional.conditions { result.insert(condition.predicate) }
        }
        result.formUnion(kept)
        return result
    }

    /// Transfers the live set backward over an operation. Uses of the data before the event are added to `kept`.
    private mutating func apply(
        _ operation: PredicateProgram.Operation, _ result: inout LiveSet, _ joins: [(position: Int, set: LiveSet)],
        _ transfer: EventTransfer, _ ifMissing: LiveSet, _ kept: inout LiveSet
    ) {
        switch operation {
        case .jump(let state): result = live[state]
        case .jumpLast(let otherwise):
            result = live[otherwise]
            result.formUnion(atLastStep)
        case .refuse, .discard: result = nothing
        case .test(let condition, let otherwise):
            if let join = joins.last(where: { $0.position == otherwise }) { result.formUnion(join.set) }
            condition.forEachLeaf {
                switch $0 {
                case .predicate(let predicate):
                    result.insert(predicate)
                    // An absent list contains no element.
                    if case .test(.hasAll(_, let wanted)) = table.predicates[Int(predicate)],
                        let other = table.presence(wanted)
                    {
                        result.insert(other)
                    }
                case .below(let position, _): result.insert(counter: position)
                }
            }
        case .change(let change): result.remove(change)
        case .copy(let plan): apply(plan, &result)
        case .merge(let plan):
            for predicate in plan.lost { result.remove(predicate) }
            for pair in plan.either where result.contains(pair.to) { result.insert(pair.from) }
        case .restart(let mask): result.restrict(to: mask)
        case .count, .mark: break
        case .reset(let positions): for position in positions { result.remove(counter: position) }
        case .forgetReply, .keepError: kept.formUnion(result)
        case .require(let predicates):
            for predicate in predicates { result.insert(predicate) }
            kept.formUnion(ifMissing)
        }
    }

    private mutating func apply(_ plan: PredicateCopy, _ result: inout LiveSet) {
        let next = result
        for pair in plan.pairs { result.remove(pair.to) }
        for pair in plan.pairs where next.contains(pair.to) {
            for source in [pair.from.predicate, pair.other.predicate] {
                guard let source else { continue }
                result.insert(source)
                if next.contains(source) { decided[ObjectIdentifier(plan), default: []].insert(source) }
            }
            if let isPresent = plan.isPresent { result.insert(isPresent) }
        }
    }
}

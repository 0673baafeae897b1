import FlowAutomata
import FlowModel

/// By state: the facts and counters on which something may still depend once the state is entered. Only these tell situations
/// apart, which keeps their number small.
struct FactLiveness {
    /// By state: what matters.
    private(set) var live: [LiveSet]
    /// By state and arrival: what matters of the data when it comes.
    private(set) var needs: [[LiveSet]] = []
    /// Copies after which facts of both sides matter: the facts that must be decided before, so that both stay the same.
    private(set) var decided: [ObjectIdentifier: Set<FactID>] = [:]
    private let flow: CheckedFlow
    private let table: FactTable
    private let arrivals: ArrivalTable
    private var atLastStep: LiveSet
    private let nothing: LiveSet

    /// The liveness in each state of a flow; `own` are the facts that a state needs by itself.
    init(_ flow: CheckedFlow, _ table: FactTable, _ arrivals: ArrivalTable, own: [StateID: [FactID]]) {
        self.flow = flow
        self.table = table
        self.arrivals = arrivals
        nothing = LiveSet(table.layout)
        atLastStep = nothing
        live = Array(repeating: atLastStep, count: flow.states.count)
        if !table.isEmpty { propagate(own) }
        needs = flow.states.indices.map { needs(in: $0) }
    }

    private mutating func needs(in state: StateID) -> [LiveSet] {
        let list = arrivals.ofState[state]
        if table.isEmpty { return Array(repeating: nothing, count: list.count) }
        let ifMissing = arrivals.ifInvalid[state].map { liveSet(before: $0, ifMissing: nothing) } ?? nothing
        return list.map { liveSet(before: $0, ifMissing: ifMissing) }
    }

    // MARK: Facts

    private mutating func propagate(_ own: [StateID: [FactID]]) {
        let predecessors = arrivals.predecessors
        let lastUsers = arrivals.ofState.indices.filter { arrivals.ofState[$0].contains { $0.code.usesLastStep } }
        var isWaiting = [Bool](repeating: true, count: flow.states.count)
        // The states behind a state come before it, so that circles aside each is looked at once.
        let states = flow.states.indices.sorted { arrivals.order[$0] > arrivals.order[$1] }
        var isChanging = true
        while isChanging {
            isChanging = false
            for state in states where isWaiting[state] {
                isWaiting[state] = false
                guard grow(state, own[state] ?? []) else { continue }
                isChanging = true
                for before in predecessors[state] { isWaiting[Int(before)] = true }
                guard flow.states[state].isPresent, !lastUsers.isEmpty else { continue }
                atLastStep.formUnion(live[state])
                for user in lastUsers { isWaiting[user] = true }
            }
        }
    }

    /// Adds what matters when a state is entered, as far as it is known of the states behind it. Returns whether that is more
    /// than before.
    private mutating func grow(_ state: StateID, _ own: [FactID]) -> Bool {
        var result = live[state]
        for fact in own { result.insert(fact) }
        var ifMissing = nothing
        if let invalid = arrivals.ifInvalid[state] { ifMissing = liveSet(before: invalid, ifMissing: ifMissing) }
        for arrival in arrivals.ofState[state] { result.formUnion(liveSet(before: arrival, ifMissing: ifMissing)) }
        guard result != live[state] else { return false }
        live[state] = result
        return true
    }

    private mutating func liveSet(before arrival: Arrival, ifMissing: LiveSet) -> LiveSet {
        var kept = nothing
        let code = arrival.code.operations
        var result = kept
        // The live sets where tests go on if their guard does not hold, the nearest last.
        var joins: [(position: Int, set: LiveSet)] = []
        for position in code.indices.reversed() {
            if arrival.code.joins.contains(position + 1) { joins.append((position + 1, result)) }
            apply(code[position], &result, joins, arrival, ifMissing, &kept)
        }
        let usesBehind = result
        result.remove(arrival.change)
        for spreading in arrival.spreading where spreading.conditions.isEmpty { result.remove(spreading.use) }
        for spreading in arrival.spreading where usesBehind.contains(spreading.use) {
            for condition in spreading.conditions { result.insert(condition.fact) }
        }
        result.formUnion(kept)
        return result
    }

    /// Turns the live set behind an operation into the one before it. Facts about the data before the event are added to `kept`.
    private mutating func apply(
        _ operation: ProofCode.Operation, _ result: inout LiveSet, _ joins: [(position: Int, set: LiveSet)],
        _ arrival: Arrival, _ ifMissing: LiveSet, _ kept: inout LiveSet
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
                case .fact(let fact):
                    result.insert(fact)
                    // Nothing is all of a list that is not there.
                    if case .test(.hasAll(_, let wanted)) = table.facts[Int(fact)], let other = table.presence(wanted) {
                        result.insert(other)
                    }
                case .below(let position, _): result.insert(counter: position)
                }
            }
        case .change(let change): result.remove(change)
        case .copy(let plan): apply(plan, &result)
        case .merge(let plan):
            for fact in plan.lost { result.remove(fact) }
            for pair in plan.either where result.contains(pair.to) { result.insert(pair.from) }
        case .restart(let mask): result.restrict(to: mask)
        case .count, .mark: break
        case .reset(let positions): for position in positions { result.remove(counter: position) }
        case .forgetReply, .keepError: kept.formUnion(result)
        case .require(let facts):
            for fact in facts { result.insert(fact) }
            kept.formUnion(ifMissing)
        }
    }

    private mutating func apply(_ plan: CopyPlan, _ result: inout LiveSet) {
        let next = result
        for pair in plan.pairs { result.remove(pair.to) }
        for pair in plan.pairs where next.contains(pair.to) {
            for source in [pair.from.fact, pair.other.fact] {
                guard let source else { continue }
                result.insert(source)
                if next.contains(source) { decided[ObjectIdentifier(plan), default: []].insert(source) }
            }
            if let isPresent = plan.isPresent { result.insert(isPresent) }
        }
    }
}

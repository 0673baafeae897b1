import FlowModel

/// By state: the facts and counters on which something may still depend once the state is entered. Only these tell situations
/// apart, which keeps their number small.
struct FactLiveness {
    /// By state: the keys, sorted.
    private(set) var keys: [[Int32]]
    /// By state: whether the step presented last still matters.
    private(set) var needsLastStep: [Bool]
    private let flow: CheckedFlow
    private let table: FactTable
    private let arrivals: ArrivalTable
    private var atLastStep: Set<Int32> = []

    /// The facts that matter in each state of a flow; `own` are those that a state needs by itself.
    init(_ flow: CheckedFlow, _ table: FactTable, _ arrivals: ArrivalTable, own: [StateID: [Int32]]) {
        self.flow = flow
        self.table = table
        self.arrivals = arrivals
        keys = Array(repeating: [], count: flow.states.count)
        needsLastStep = Array(repeating: false, count: flow.states.count)
        findLastStepUses()
        if !table.isEmpty { propagate(own) }
    }

    // MARK: The last step

    private mutating func findLastStepUses() {
        var predecessors: [StateID: [StateID]] = [:]
        var waiting: [StateID] = []
        for (index, list) in arrivals.ofState.enumerated() {
            var isUsed = false
            for arrival in list { arrival.steps.forEachStep { if case .jumpLast = $0 { isUsed = true } } }
            if isUsed {
                needsLastStep[index] = true
                waiting.append(index)
            }
        }
        guard !waiting.isEmpty else { return }
        for (index, list) in arrivals.ofState.enumerated() {
            for arrival in list { arrival.steps.forEachTarget { predecessors[$0, default: []].append(index) } }
        }
        while let state = waiting.popLast() {
            // A step takes the place of the one before it.
            if flow.states[state].isPresent { continue }
            for before in predecessors[state] ?? [] where !needsLastStep[before] {
                needsLastStep[before] = true
                waiting.append(before)
            }
        }
    }

    // MARK: Facts

    private mutating func propagate(_ own: [StateID: [Int32]]) {
        var predecessors = [[Int32]](repeating: [], count: flow.states.count)
        var lastUsers: [StateID] = []
        for (index, list) in arrivals.ofState.enumerated() {
            for arrival in list {
                arrival.steps.forEachTarget { if predecessors[$0].last != Int32(index) { predecessors[$0].append(Int32(index)) } }
                arrival.steps.forEachStep { if case .jumpLast = $0 { lastUsers.append(index) } }
            }
        }
        var isWaiting = [Bool](repeating: true, count: flow.states.count)
        var waiting = Array(flow.states.indices)
        while let state = waiting.popLast() {
            isWaiting[state] = false
            let found = liveKeys(state, own[state] ?? [])
            guard found.count != keys[state].count else { continue }
            keys[state] = found
            var affected = predecessors[state].map(Int.init)
            if flow.states[state].isPresent, !lastUsers.isEmpty {
                atLastStep.formUnion(found)
                affected += lastUsers
            }
            for before in affected where !isWaiting[before] {
                isWaiting[before] = true
                waiting.append(before)
            }
        }
    }

    /// What matters when a state is entered, as far as it is known of the states behind it. It only grows.
    private func liveKeys(_ state: StateID, _ own: [Int32]) -> [Int32] {
        var result = Set(own)
        let list = arrivals.ofState[state]
        var invalid: Set<Int32>?
        for arrival in list {
            var kept: Set<Int32> = []
            let staged = Set(arrival.staged)
            var live = keysBefore(arrival.steps, [], staged, &kept) {
                if let invalid { return invalid }
                let found = list.first { $0.event == 7 }.map { liveKeys(of: $0) } ?? []
                invalid = found
                return found
            }
            for fact in arrival.forgotten { live.remove(fact) }
            for claim in arrival.claims { live.remove(claim.key) }
            result.formUnion(live)
            result.formUnion(kept)
        }
        return result.sorted()
    }

    private func liveKeys(of arrival: Arrival) -> Set<Int32> {
        var kept: Set<Int32> = []
        var live = keysBefore(arrival.steps, [], Set(arrival.staged), &kept) { [] }
        for fact in arrival.forgotten { live.remove(fact) }
        for claim in arrival.claims { live.remove(claim.key) }
        return live.union(kept)
    }

    /// What matters before some steps, where `after` matters behind them. What matters of the data as they were before the event
    /// is added to `kept`.
    private func keysBefore(
        _ steps: [ProofStep], _ after: Set<Int32>, _ staged: Set<SlotID>, _ kept: inout Set<Int32>,
        _ invalid: () -> Set<Int32>
    ) -> Set<Int32> {
        var live = after
        for step in steps.reversed() {
            switch step {
            case .jump(let state): live = Set(keys[state])
            case .jumpLast(let otherwise): live = Set(keys[otherwise]).union(atLastStep)
            case .refuse: live = []
            case .when(let condition, let inner):
                live.formUnion(keysBefore(inner, live, staged, &kept, invalid))
                condition.forEachKey { live.insert($0) }
            case .assign(let claims): for claim in claims { live.remove(claim.key) }
            case .forget(let facts): live.subtract(facts)
            case .copy(let plan): live = keysBefore(plan, live)
            case .merge(let plan):
                live.subtract(plan.lost)
                for pair in plan.either where live.contains(pair.to) { live.insert(pair.from) }
            case .restart(let slots): live = live.filter { survives($0, slots, staged) }
            case .count: break
            case .reset(let counters): for counter in counters { live.remove(Claim.key(counter: counter)) }
            case .forgetReply, .keepError: kept.formUnion(live)
            case .require(let facts):
                live.formUnion(facts)
                kept.formUnion(invalid())
            case .mark: break
            }
        }
        return live
    }

    private func keysBefore(_ plan: CopyPlan, _ after: Set<Int32>) -> Set<Int32> {
        var live = after
        for pair in plan.pairs { live.remove(pair.to) }
        for pair in plan.pairs where after.contains(pair.to) {
            if let from = pair.from { live.insert(from) }
            if let other = pair.other { live.insert(other) }
            if let isPresent = plan.isPresent { live.insert(isPresent) }
        }
        return live
    }

    private func survives(_ key: Int32, _ kept: Set<SlotID>, _ staged: Set<SlotID>) -> Bool {
        guard Int(key) < table.facts.count else { return false }
        return table.facts[Int(key)].slots.contains { kept.contains($0) || staged.contains($0) }
    }
}

extension [ProofStep] {
    /// Calls a function with every step, inner ones included.
    func forEachStep(_ body: (ProofStep) -> Void) {
        for step in self {
            body(step)
            if case .when(_, let inner) = step { inner.forEachStep(body) }
        }
    }

    /// Calls a function with every state that the steps name.
    func forEachTarget(_ body: (StateID) -> Void) {
        forEachStep { step in
            switch step {
            case .jump(let state), .jumpLast(let state): body(state)
            default: break
            }
        }
    }
}

package import FlowAnnotations
package import FlowAutomata
package import FlowModel

/// The ground that explorations of a flow share: its facts, its events, and their liveness.
package final class ProofGround {
    let flow: CheckedFlow
    /// The facts.
    package let table: FactTable
    /// Whether they can be together.
    package let consistency: FactConsistency
    let arrivals: ArrivalTable
    /// By state: whether the step presented last still matters there.
    let needsLastStep: [Bool]
    let passing: PassingBits
    /// The work that all looks at the flow have done.
    let work: ProofWork
    private let annotations: FlowAnnotations

    /// The facts that sessions were used up or are the same, one bit each.
    let needed: [UInt64]

    /// The ground for a flow.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ solver: ConditionSolver, _ passing: PassingBits)
    {
        self.flow = flow
        self.passing = passing
        table = FactTable(flow, annotations, solver)
        consistency = FactConsistency(table, solver)
        arrivals = ArrivalTable(flow, annotations, table, solver)
        needed = table.mask { if case .test = $0 { false } else { true } }
        needsLastStep = arrivals.needsLastStep
        work = ProofWork(
            operations: arrivals.ofState.joined().reduce(0) { $0 + 1 + $1.code.operations.count + $1.code.guardSize })
        self.annotations = annotations
    }

    /// The facts and counters that matter, by state.
    private(set) lazy var liveness = FactLiveness(flow, table, arrivals, own: Self.ownFacts(annotations, table))

    /// The facts that states need by themselves.
    private static func ownFacts(_ annotations: FlowAnnotations, _ table: FactTable) -> [StateID: [FactID]] {
        var result: [StateID: [FactID]] = [:]
        for (state, facts) in annotations.states {
            result[state, default: []] += facts.needs.flatMap { $0.source.slots }.compactMap { table.presence($0) }
        }
        for (state, request) in annotations.requests {
            result[state, default: []] += request.sessions.flatMap {
                [table.number(.usedUp($0.slot)), table.presence($0.slot)].compactMap { $0 }
            }
        }
        return result
    }

    /// Where a run begins.
    var firstPlace: ProductPlace { ProductPlace(state: flow.initialState, last: nil) }

    /// How far counters can count.
    package private(set) lazy var counterReach = CounterReach(self)

    /// Where a way leads to; nothing where it is refused.
    func place(after way: BlockRun.Way, from place: ProductPlace) -> ProductPlace? {
        let state: StateID
        switch way.target {
        case .state(let target): state = target
        case .last(let otherwise): state = (way.isRestarted ? nil : place.last) ?? otherwise
        case .refused: return nil
        }
        guard needsLastStep[state] else { return ProductPlace(state: state, last: nil) }
        if flow.states[state].isPresent { return ProductPlace(state: state, last: state) }
        // Whoever comes to an end has no step to go back to.
        let isForgotten = way.isRestarted || flow.states[state].isEnd
        return ProductPlace(state: state, last: isForgotten ? nil : place.last)
    }

    /// The places that were passed once a way is taken.
    func passed(after way: BlockRun.Way, of arrival: Arrival, from state: StateID, _ before: UInt64, to target: StateID)
        -> UInt64
    {
        // Whoever begins anew has passed nothing, also not by what led there.
        if way.isRestarted || arrival.isStart { return 0 }
        return passing.passed(before, by: way.isInvalid ? nil : arrival, from: state, to: target)
    }

    /// Whether a reply to the request of a state proves who the user is, if it is taken as it comes.
    package func proves(_ event: EventID, in state: StateID) -> Bool {
        arrivals.ofState[state].contains { $0.event == event && passing.proves($0, in: state) }
    }

    /// By arrival: what the host can give so that it is taken, once somebody asked.
    private var knownContents: [ObjectIdentifier: [[Claim]]] = [:]

    /// The decisions about what an arrival brings with which it is taken for some data.
    func takenContents(_ arrival: Arrival) -> [[Claim]] {
        if let known = knownContents[ObjectIdentifier(arrival)] { return known }
        var run = BlockRun(self, decided: [:])
        run.run(arrival, in: Situation(table.layout))
        let taken = run.ways.filter { !$0.isRefused }.map { arrival.split($0.decisions).contents }
        // What was not followed may be taken.
        let result = run.isCutShort ? taken + [[]] : taken
        knownContents[ObjectIdentifier(arrival)] = result
        return result
    }

    /// Adds to some facts what decides about them: the facts that they are copied from, and those that are tested where they change.
    func insertDeciding(_ facts: inout LiveSet) {
        let before = facts
        for arrival in arrivals.ofState.joined() where before.overlaps(arrival.code.changed) {
            for operation in arrival.code.operations {
                switch operation {
                case .test(let condition, _):
                    condition.forEachLeaf { if case .fact(let fact) = $0 { facts.insert(fact) } }
                case .copy(let plan):
                    for pair in plan.pairs where before.contains(pair.to) {
                        for fact in [pair.from.fact, pair.other.fact, plan.isPresent].compactMap({ $0 }) {
                            facts.insert(fact)
                        }
                    }
                default: break
                }
            }
        }
    }

    /// Whether a state tests one of some facts.
    package func tests(_ facts: Set<FactID>, in state: StateID) -> Bool {
        arrivals.ofState[state].contains { arrival in
            arrival.code.operations.contains { operation in
                guard case .test(let condition, _) = operation else { return false }
                var isTested = false
                condition.forEachLeaf { if case .fact(let fact) = $0, facts.contains(fact) { isTested = true } }
                return isTested
            }
        }
    }

    /// The facts that a state tests on an event, or at once.
    package func tested(_ event: EventID?, in state: StateID) -> Set<FactID> {
        var facts: Set<FactID> = []
        for arrival in arrivals.ofState[state] where arrival.event == event {
            for case .test(let condition, _) in arrival.code.operations {
                condition.forEachLeaf { if case .fact(let fact) = $0 { facts.insert(fact) } }
            }
        }
        return facts
    }

    /// Before the start nothing is there; `counters` says whether these are known, too.
    func beginning(counters: Bool) -> Situation {
        var situation = Situation(table.layout)
        for (index, fact) in table.facts.enumerated() {
            if case .test(.hasAll) = fact { continue }
            situation.set(FactID(index), false)
        }
        if counters { for position in table.layout.counters.indices { situation.setCounter(position, 0) } }
        return situation
    }
}

import FlowModel

/// What explorations of a flow share: its facts, its events, and what matters where.
final class ProofGround {
    let flow: CheckedFlow
    let table: FactTable
    let consistency: FactConsistency
    let arrivals: ArrivalTable
    let liveness: FactLiveness
    let passing: PassingBits

    /// The ground for a flow.
    init(_ flow: CheckedFlow, _ map: SourceMap, _ solver: ConditionSolver, _ passing: PassingBits) {
        self.flow = flow
        self.passing = passing
        table = FactTable(flow, map)
        consistency = FactConsistency(table, solver)
        arrivals = ArrivalTable(flow, map, table)
        liveness = FactLiveness(flow, table, arrivals, own: Self.ownFacts(map, table))
    }

    /// What the states need by themselves.
    private static func ownFacts(_ map: SourceMap, _ table: FactTable) -> [StateID: [FactID]] {
        var result: [StateID: [FactID]] = [:]
        for (state, needs) in map.needs {
            result[state, default: []] += needs.flatMap { $0.source.slots }.compactMap { table.presence($0) }
        }
        for (state, request) in map.requests {
            result[state, default: []] += request.sessions.flatMap {
                [table.number(.usedUp($0.slot)), table.presence($0.slot)].compactMap { $0 }
            }
        }
        return result
    }

    /// The facts that a state tests on an event.
    func tested(_ event: EventID, in state: StateID) -> Set<FactID> {
        var facts: Set<FactID> = []
        for arrival in arrivals.ofState[state] where arrival.event == event {
            for case .test(let condition, _) in arrival.code.operations {
                condition.forEachLeaf { if case .fact(let fact) = $0 { facts.insert(fact) } }
            }
        }
        return facts
    }

    /// Before the start nothing is there.
    var beginning: Situation {
        var situation = Situation(table.layout)
        liveness.live[flow.initialState].forEachFact { fact in
            if case .test(.hasAll) = table.facts[Int(fact)] { return }
            situation.set(fact, false)
        }
        for position in table.layout.counters.indices { situation.setCounter(position, 0) }
        return situation
    }
}

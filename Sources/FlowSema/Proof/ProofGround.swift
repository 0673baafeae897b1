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
            result[state, default: []] += request.sessions.compactMap { table.number(.usedUp($0.slot)) }
        }
        return result
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

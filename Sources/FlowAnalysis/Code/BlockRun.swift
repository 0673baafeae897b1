import FlowAutomata
import FlowModel

/// Runs code in a situation, along every way that it can take there.
struct BlockRun {
    /// The end of a way through a block.
    enum Target: Sendable {
        case state(StateID)
        /// The step presented last, or else a state.
        case last(otherwise: StateID)
        case refused
    }

    /// A way through a block, as far as it went.
    struct Way: Sendable {
        var target = Target.refused
        var situation: Situation
        /// The transitions taken, in order.
        var marks: [TransitionID] = []
        /// The decisions on the way, about the data as they are at the time.
        var decisions: [Claim] = []
        /// Whether all was forgotten but what is kept.
        var isRestarted = false
        /// Whether it depends on a counter of which the value is not known.
        var isCounted = false
        /// Whether the reply lacked something, so that it was taken as one that cannot be understood.
        var isInvalid = false
        fileprivate var position = 0
    }

    /// The most ways through one block that are followed, at first and once there was too much work.
    private static let mostWays = (first: 2048, late: 64)

    private let table: FactTable
    private let consistency: FactConsistency
    private let decided: [ObjectIdentifier: Set<FactID>]
    private let reach: CounterReach
    private let work: ProofWork
    private let unclearable: [FactID]
    private let errorFacts: [UInt64]
    private var before: Situation
    private var waiting: [Way] = []
    private var lacking: [Way] = []
    /// The ways that were found.
    private(set) var ways: [Way] = []
    /// Whether there were more ways than are followed.
    private(set) var isCutShort = false

    /// Runs for a flow; `decided` are facts to be decided before copies, so that both sides stay the same.
    init(_ ground: ProofGround, decided: [ObjectIdentifier: Set<FactID>]) {
        table = ground.table
        consistency = ground.consistency
        reach = ground.counterReach
        work = ground.work
        self.decided = decided
        before = Situation(table.layout)
        errorFacts = table.mask([0, 1])
        unclearable = ground.table.facts.indices.map(FactID.init).filter {
            if case .test(.hasAll) = ground.table.facts[Int($0)] { true } else { false }
        }
    }

    /// Runs what an arrival does; `ways` has the result. Where a reply lacks something, what an invalid one does is run instead.
    mutating func run(_ arrival: Arrival, ifMissing invalid: Arrival? = nil, in situation: Situation) {
        ways.removeAll(keepingCapacity: true)
        lacking.removeAll(keepingCapacity: true)
        isCutShort = false
        if arrival.deciding.allSatisfy({ situation.holds($0) != nil }) {
            run(arrival, Way(situation: situation))
        } else {
            for way in beginnings(arrival, situation) { run(arrival, way) }
        }
        guard let invalid, !arrival.isInvalid, !lacking.isEmpty else { return }
        let ended = lacking
        for way in ended { run(invalid, way) }
    }

    /// The ways that an event can begin in, with what must be decided before it comes.
    private func beginnings(_ arrival: Arrival, _ situation: Situation) -> [Way] {
        var result = [Way(situation: situation)]
        for fact in arrival.deciding {
            for index in result.indices where result[index].situation.holds(fact) == nil {
                let canHold = consistency.allows(fact, true, in: result[index].situation)
                let canFail = consistency.allows(fact, false, in: result[index].situation)
                var other = result[index]
                result[index].situation.set(fact, canHold)
                consistency.saturate(&result[index].situation, after: fact)
                guard canHold, canFail else { continue }
                result[index].decisions.append(Claim(fact, true))
                other.situation.set(fact, false)
                consistency.saturate(&other.situation, after: fact)
                other.decisions.append(Claim(fact, false))
                result.append(other)
            }
        }
        return result
    }

    private mutating func run(_ arrival: Arrival, _ beginning: consuming Way) {
        before = beginning.situation
        var way = consume beginning
        for spreading in arrival.spreading where spreading.isPossible(in: before) {
            way.situation.set(spreading.use, true)
        }
        way.situation.apply(arrival.change)
        follow(consume way, arrival)
        while let next = waiting.popLast() {
            if ways.count + waiting.count > (work.isSpent ? Self.mostWays.late : Self.mostWays.first) {
                isCutShort = true
                waiting.removeAll()
                return
            }
            follow(next, arrival)
        }
    }

    private mutating func follow(_ beginning: consuming Way, _ arrival: Arrival) {
        var way = consume beginning
        let operations = arrival.code.operations
        let first = way.position
        defer { work.add(1 + operations.count - first) }
        while way.position < operations.count {
            let operation = operations[way.position]
            way.position += 1
            switch operation {
            case .jump(let state): return finish(.state(state), consume way)
            case .jumpLast(let otherwise): return finish(.last(otherwise: otherwise), consume way)
            case .refuse: return finish(.refused, consume way)
            case .discard: return
            case .test(let condition, let otherwise):
                if !test(condition, &way, arrival) { way.position = otherwise }
            case .copy(let plan): copy(plan, &way)
            case .require(let facts): if !require(facts, &way) { return }
            case .mark(let transition): way.marks.append(transition)
            default: change(operation, &way, arrival)
            }
        }
        // As it is in the machine: code that leads nowhere refuses.
        finish(.refused, consume way)
    }

    private mutating func finish(_ target: Target, _ way: consuming Way) {
        way.target = target
        ways.append(way)
    }

    // MARK: Branching

    private mutating func test(_ condition: Guard, _ way: inout Way, _ arrival: Arrival) -> Bool {
        while true {
            work.add(arrival.code.guardSize)
            switch condition.outcome(in: way.situation) {
            case .known(let holds): return holds
            case .undecided(.fact(let fact)): decide(fact, &way)
            case .undecided(.below(let position, let bound)):
                let range = way.situation.counter(position)
                if reach.canReach(bound, position, in: arrival, at: way.position - 1) {
                    way.isCounted = true
                    var other = way
                    other.position -= 1
                    other.situation.setCounter(position, bound...range.upperBound)
                    waiting.append(other)
                }
                way.situation.setCounter(position, range.lowerBound...bound - 1)
            }
        }
    }

    /// Decides a fact one way here and, where that is possible too, the other way on a way of its own, which does the operation
    /// again.
    private mutating func decide(_ fact: FactID, _ way: inout Way) {
        let canHold = consistency.allows(fact, true, in: way.situation)
        let canFail = consistency.allows(fact, false, in: way.situation)
        if canHold, canFail {
            var other = way
            other.position -= 1
            other.situation.set(fact, false)
            consistency.saturate(&other.situation, after: fact)
            other.decisions.append(Claim(fact, false))
            waiting.append(other)
        }
        way.situation.set(fact, canHold)
        consistency.saturate(&way.situation, after: fact)
        if canHold && canFail { way.decisions.append(Claim(fact, true)) }
    }

    private mutating func copy(_ plan: CopyPlan, _ way: inout Way) {
        if let isPresent = plan.isPresent, way.situation.holds(isPresent) == nil { decide(isPresent, &way) }
        let usesOther = plan.isPresent.map { way.situation.holds($0) == false } ?? false
        let both = decided[ObjectIdentifier(plan)] ?? []
        for pair in plan.pairs {
            guard let from = (usesOther ? pair.other : pair.from).fact, plan.isDecided || both.contains(from),
                way.situation.holds(from) == nil
            else { continue }
            decide(from, &way)
        }
        let known = plan.pairs.map { pair -> Bool? in
            switch usesOther ? pair.other : pair.from {
            case .unknown: nil
            case .constant(let value): value
            case .fact(let fact): way.situation.holds(fact)
            }
        }
        for (pair, value) in zip(plan.pairs, known) {
            if let value { way.situation.set(pair.to, value) } else { way.situation.forget(pair.to) }
        }
    }

    private mutating func require(_ facts: [FactID], _ way: inout Way) -> Bool {
        for fact in facts {
            if way.situation.holds(fact) == nil {
                if consistency.allows(fact, false, in: way.situation) {
                    miss(way, fact)
                    way.decisions.append(Claim(fact, true))
                }
                way.situation.set(fact, true)
            } else if way.situation.holds(fact) == false {
                miss(way, fact)
                return false
            }
        }
        return true
    }

    /// The reply lacks something, and what it brought is forgotten.
    private mutating func miss(_ way: Way, _ fact: FactID) {
        lacking.append(
            Way(situation: before, decisions: way.decisions + [Claim(fact, false)], isInvalid: true))
    }

    // MARK: Changes

    private func change(_ operation: ProofCode.Operation, _ way: inout Way, _ arrival: Arrival) {
        switch operation {
        case .change(let change): way.situation.apply(change)
        case .merge(let plan): merge(plan, &way)
        case .restart(let kept): restart(kept, &way)
        case .count(let position, let most):
            let range = way.situation.counter(position)
            way.situation.setCounter(position, min(range.lowerBound + 1, most)...min(range.upperBound + 1, most))
        case .reset(let positions): for position in positions { way.situation.setCounter(position, 0) }
        case .forgetReply: way.situation = before
        case .keepError: way.situation.restore(errorFacts, from: before)
        default: break
        }
    }

    private func merge(_ plan: MergePlan, _ way: inout Way) {
        for pair in plan.either {
            let own = way.situation.holds(pair.to)
            let added = way.situation.holds(pair.from)
            if own == true || added == true {
                way.situation.set(pair.to, true)
            } else if own == nil || added == nil {
                way.situation.forget(pair.to)
            }
        }
        for fact in plan.lost { way.situation.forget(fact) }
    }

    /// Forgets all but some values: the others are absent.
    private func restart(_ kept: [UInt64], _ way: inout Way) {
        way.isRestarted = true
        way.situation.clearFacts(besides: kept, count: table.facts.count)
        for fact in unclearable { way.situation.forget(fact) }
    }
}

package import FlowAnnotations
package import FlowAutomata
package import FlowModel

/// The ground that explorations of a flow share: its facts, its events, and their liveness.
package final class AnalysisContext {
    let flow: CheckedFlow
    /// The facts.
    package let table: PredicateTable
    /// Whether they can be together.
    package let theory: PredicateTheory
    let relation: TransitionRelation
    /// By state: whether the step presented last still matters there.
    let needsLastStep: [Bool]
    let history: HistoryVariables
    /// The work that all looks at the flow have done.
    let budget: AnalysisBudget
    private let annotations: FlowAnnotations

    /// The facts that sessions were used up or are the same, one bit each.
    let needed: [UInt64]

    /// The ground for a flow.
    package init(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ solver: ConditionSolver, _ history: HistoryVariables
    ) {
        self.flow = flow
        self.history = history
        table = PredicateTable(flow, annotations, solver)
        theory = PredicateTheory(table, solver)
        relation = TransitionRelation(flow, annotations, table, solver)
        needed = table.mask { if case .test = $0 { false } else { true } }
        needsLastStep = relation.needsLastStep
        budget = AnalysisBudget(
            operations: relation.byState.joined().reduce(0) { $0 + 1 + $1.code.operations.count + $1.code.guardSize })
        self.annotations = annotations
    }

    /// The facts and counters that matter, by state.
    private(set) lazy var liveness = PredicateLiveness(flow, table, relation, own: Self.stateNeeds(annotations, table))

    /// The facts that states need by themselves.
    private static func stateNeeds(_ annotations: FlowAnnotations, _ table: PredicateTable) -> [StateID: [PredicateID]]
    {
        var result: [StateID: [PredicateID]] = [:]
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
    var initialLocation: Location { Location(state: flow.initialState, last: nil) }

    /// How far counters can count.
    package private(set) lazy var counterBounds = CounterBounds(self)

    /// Where a way leads to; nothing where it is refused.
    func location(after path: AbstractInterpreter.Path, from location: Location) -> Location? {
        let state: StateID
        switch path.target {
        case .state(let target): state = target
        case .last(let otherwise): state = (path.isRestarted ? nil : location.last) ?? otherwise
        case .refused: return nil
        }
        guard needsLastStep[state] else { return Location(state: state, last: nil) }
        if flow.states[state].isPresent { return Location(state: state, last: state) }
        // Whoever comes to an end has no step to go back to.
        let isForgotten = path.isRestarted || flow.states[state].isEnd
        return Location(state: state, last: isForgotten ? nil : location.last)
    }

    /// The places that were passed once a way is taken.
    func passed(
        after path: AbstractInterpreter.Path, of transfer: EventTransfer, from state: StateID, _ before: UInt64,
        to target: StateID
    )
        -> UInt64
    {
        // Whoever begins anew has passed nothing, also not by what led there.
        if path.isRestarted || transfer.isStart { return 0 }
        return history.passed(before, by: path.isInvalid ? nil : transfer, from: state, to: target)
    }

    /// Whether a reply to the request of a state proves who the user is, if it is taken as it comes.
    package func proves(_ event: EventID, in state: StateID) -> Bool {
        relation.byState[state].contains { $0.event == event && history.proves($0, in: state) }
    }

    /// By arrival: what the host can give so that it is taken, once somebody asked.
    private var knownContents: [ObjectIdentifier: [[Literal]]] = [:]

    /// The decisions about what an arrival brings with which it is taken for some data.
    func takenContents(_ transfer: EventTransfer) -> [[Literal]] {
        if let known = knownContents[ObjectIdentifier(transfer)] { return known }
        var run = AbstractInterpreter(self, decided: [:])
        run.run(transfer, in: AbstractState(table.layout))
        let taken = run.paths.filter { !$0.isRefused }.map { transfer.split($0.decisions).contents }
        // What was not followed may be taken.
        let result = run.isTruncated ? taken + [[]] : taken
        knownContents[ObjectIdentifier(transfer)] = result
        return result
    }

    /// Adds to some facts what decides about them: the facts that they are copied from, and those that are tested where they change.
    func insertDeciding(_ predicates: inout LiveSet) {
        let before = predicates
        for transfer in relation.byState.joined() where before.overlaps(transfer.code.changed) {
            for operation in transfer.code.operations {
                switch operation {
                case .test(let condition, _):
                    condition.forEachLeaf { if case .predicate(let predicate) = $0 { predicates.insert(predicate) } }
                case .copy(let plan):
                    for pair in plan.pairs where before.contains(pair.to) {
                        for predicate in [pair.from.predicate, pair.other.predicate, plan.isPresent].compactMap({ $0 })
                        {
                            predicates.insert(predicate)
                        }
                    }
                default: break
                }
            }
        }
    }

    /// Whether a state tests one of some facts.
    package func tests(_ predicates: Set<PredicateID>, in state: StateID) -> Bool {
        relation.byState[state].contains { transfer in
            transfer.code.operations.contains { operation in
                guard case .test(let condition, _) = operation else { return false }
                var isTested = false
                condition.forEachLeaf {
                    if case .predicate(let predicate) = $0, predicates.contains(predicate) { isTested = true }
                }
                return isTested
            }
        }
    }

    /// The facts that a state tests on an event, or at once.
    package func tested(_ event: EventID?, in state: StateID) -> Set<PredicateID> {
        var predicates: Set<PredicateID> = []
        for transfer in relation.byState[state] where transfer.event == event {
            for case .test(let condition, _) in transfer.code.operations {
                condition.forEachLeaf { if case .predicate(let predicate) = $0 { predicates.insert(predicate) } }
            }
        }
        return predicates
    }

    /// Before the start nothing is there; `counters` says whether these are known, too.
    func beginning(counters: Bool) -> AbstractState {
        var valuation = AbstractState(table.layout)
        for (index, predicate) in table.predicates.enumerated() {
            if case .test(.hasAll) = predicate { continue }
            valuation.set(PredicateID(index), false)
        }
        if counters { for position in table.layout.counters.indices { valuation.setCounter(position, 0) } }
        return valuation
    }
}

/// The work that the proofs of a flow have done, counted in operations and not in time, so that every run decides the same.
final class AnalysisBudget {
    /// The work so far.
    private(set) var spent = 0
    /// The most work before no more situations are told apart.
    private let limit: Int

    /// Operations that are run whatever the size of a flow is, and for each of its own operations.
    private static let (least, each) = (1 << 21, 1 << 8)

    /// The work for a flow of so many operations.
    init(operations: Int) { limit = Self.least + Self.each * operations }

    /// Whether there was too much.
    var isSpent: Bool { spent > limit }

    /// Adds operations.
    func add(_ operations: Int) { spent += operations }
}

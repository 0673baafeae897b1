package import FlowAnnotations
package import FlowAutomata
package import FlowModel

/// What all searches of a flow share: its predicates, its transition relation, their liveness and one budget.
package final class AnalysisContext {
    let flow: CheckedFlow
    /// The predicates.
    package let table: PredicateTable
    /// Decides which literals are consistent.
    package let theory: PredicateTheory
    let relation: TransitionRelation
    /// By state: whether the step presented last is live there.
    let needsLastStep: [Bool]
    let history: HistoryVariables
    /// The work that all analyses of the flow have done.
    let budget: AnalysisBudget
    private let annotations: FlowAnnotations

    /// The predicates about sessions, one bit each: used up, or equal to another.
    let needed: [UInt64]

    /// Prepares the analysis of a flow.
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

    /// The live predicates and counters, by state.
    private(set) lazy var liveness = PredicateLiveness(flow, table, relation, own: Self.stateNeeds(annotations, table))

    /// Returns the predicates that states use by themselves.
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

    /// The initial location.
    var initialLocation: Location { Location(state: flow.initialState, last: nil) }

    /// The upper bounds of the counters.
    package private(set) lazy var counterBounds = CounterBounds(self)

    /// Returns the location that a path leads to, or nil if the path refuses the event.
    func location(after path: AbstractInterpreter.Path, from location: Location) -> Location? {
        let state: StateID
        switch path.target {
        case .state(let target): state = target
        case .last(let otherwise): state = (path.isRestarted ? nil : location.last) ?? otherwise
        case .refused: return nil
        }
        guard needsLastStep[state] else { return Location(state: state, last: nil) }
        if flow.states[state].isPresent { return Location(state: state, last: state) }
        // An end has no step to go back to.
        let isForgotten = path.isRestarted || flow.states[state].isEnd
        return Location(state: state, last: isForgotten ? nil : location.last)
    }

    /// Returns the history variables after a path.
    func passed(
        after path: AbstractInterpreter.Path, of transfer: EventTransfer, from state: StateID, _ before: UInt64,
        to target: StateID
    )
        -> UInt64
    {
        // A new start clears the history, including what led to it.
        if path.isRestarted || transfer.isStart { return 0 }
        return history.passed(before, by: path.isInvalid ? nil : transfer, from: state, to: target)
    }

    /// Whether a reply to the request of a state proves the user's identity, if the flow accepts it unchanged.
    package func proves(_ event: EventID, in state: StateID) -> Bool {
        relation.byState[state].contains { $0.event == event && history.proves($0, in: state) }
    }

    /// By event transfer: the accepted contents, computed on first use.
    private var knownContents: [ObjectIdentifier: [[Literal]]] = [:]

    /// Returns the decisions about an event's contents under which some data accept it.
    func takenContents(_ transfer: EventTransfer) -> [[Literal]] {
        if let known = knownContents[ObjectIdentifier(transfer)] { return known }
        var interpreter = AbstractInterpreter(self, decided: [:])
        interpreter.run(transfer, in: AbstractState(table.layout))
        let taken = interpreter.paths.filter { !$0.isRefused }.map { transfer.split($0.decisions).contents }
        // A truncated path may accept it.
        let result = interpreter.isTruncated ? taken + [[]] : taken
        knownContents[ObjectIdentifier(transfer)] = result
        return result
    }

    /// Refines a set of predicates: adds those that they are copied from, and those that guard their assignments.
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

    /// Whether a state tests one of some predicates.
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

    /// Returns the predicates that a state tests on an event, or immediately.
    package func tested(_ event: EventID?, in state: StateID) -> Set<PredicateID> {
        var predicates: Set<PredicateID> = []
        for transfer in relation.byState[state] where transfer.event == event {
            for case .test(let condition, _) in transfer.code.operations {
                condition.forEachLeaf { if case .predicate(let predicate) = $0 { predicates.insert(predicate) } }
            }
        }
        return predicates
    }

    /// Returns the initial abstract state, in which no value is present; `counters` sets the counters to zero, too.
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

/// A budget of operations for all analyses of a flow. It counts operations and not time, so that results are
/// reproducible.
final class AnalysisBudget {
    /// The operations spent so far.
    private(set) var spent = 0
    /// The budget. Once it is spent, the analyses stop partitioning states.
    private let limit: Int

    /// The operations granted to every flow, and those granted for each operation of the flow.
    private static let (least, each) = (1 << 21, 1 << 8)

    /// Computes the budget for a flow with some operations.
    init(operations: Int) { limit = Self.least + Self.each * operations }

    /// Whether the budget is spent.
    var isSpent: Bool { spent > limit }

    /// Adds operations.
    func add(_ operations: Int) { spent += operations }
}

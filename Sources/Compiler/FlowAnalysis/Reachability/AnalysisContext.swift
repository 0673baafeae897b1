package import FlowIR

/// The data that all path-sensitive analyses of a flow share: predicates, transition relation, liveness and budget.
package final class AnalysisContext {
    let flow: LoweredFlow
    package let table: PredicateTable
    /// Decides which literals are consistent.
    package let theory: PredicateTheory
    let relation: TransitionRelation
    /// By state: whether the step presented last is live.
    let needsLastStep: Table<State, Bool>
    let history: HistoryVariables
    /// The budget that all analyses of the flow share.
    let budget: AnalysisBudget
    private let annotations: FlowAnnotations

    /// A mask of the predicates on the use and the equality of sessions.
    let sessionPredicates: [UInt64]

    /// Prepares the analyses of a flow. Liveness and counter bounds are computed on first use.
    package init(
        _ flow: LoweredFlow, _ annotations: FlowAnnotations, _ solver: ConditionSolver, _ history: HistoryVariables
    ) {
        self.flow = flow
        self.history = history
        table = PredicateTable(flow, annotations, solver)
        theory = PredicateTheory(table, solver)
        relation = TransitionRelation(flow, annotations, table, solver)
        sessionPredicates = table.mask { if case .test = $0 { false } else { true } }
        needsLastStep = relation.needsLastStep
        budget = AnalysisBudget(
            operations: relation.byState.joined().reduce(0) { $0 + 1 + $1.code.operations.count + $1.code.guardSize })
        self.annotations = annotations
    }

    /// The live predicates and counters, by state.
    private(set) lazy var liveness = PredicateLiveness(
        flow, table, relation, own: Self.predicatesUsedByStates(annotations, table))

    /// Returns, by state, the predicates on the values that the state needs and on the sessions that it sends.
    private static func predicatesUsedByStates(
        _ annotations: FlowAnnotations, _ table: PredicateTable
    ) -> [StateID: [PredicateID]] {
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

    var initialLocation: Location { Location(state: flow.initialState, last: nil) }

    package private(set) lazy var counterBounds = CounterBounds(self)

    /// Returns the location that a path leads to. Returns nil if the path rejects the event.
    func location(after path: AbstractInterpreter.Path, from location: Location) -> Location? {
        let state: StateID
        switch path.target {
        case .state(let target): state = target
        case .last(let otherwise): state = (path.isRestarted ? nil : location.last) ?? otherwise
        case .rejected: return nil
        }
        guard needsLastStep[state] else { return Location(state: state, last: nil) }
        if flow.states[state].isPresent { return Location(state: state, last: state) }
        // No run goes back from an end to a step.
        let isForgotten = path.isRestarted || flow.states[state].isEnd
        return Location(state: state, last: isForgotten ? nil : location.last)
    }

    /// Returns the history variables that are set after a path of an event, given those that were set before it.
    func passedBits(
        after path: AbstractInterpreter.Path, of transfer: EventTransfer, from state: StateID, _ before: UInt64,
        to target: StateID
    ) -> UInt64 {
        // A new start or a restart clears the history variables, and sets none of them.
        if path.isRestarted || transfer.isStart { return 0 }
        return history.passedBits(before, by: path.isInvalid ? nil : transfer, from: state, to: target)
    }

    /// Returns whether an event in a state proves the user's identity.
    package func proves(_ event: EventID, in state: StateID) -> Bool {
        relation.byState[state].contains { $0.event == event && history.proves($0, in: state) }
    }

    /// The results of `acceptedContents(of:)`, by event transfer.
    private var knownContents: [ObjectIdentifier: [[Literal]]] = [:]

    /// Returns the conditions on an event's contents under which the flow accepts the event for some data.
    ///
    /// Each accepting path contributes a list of literals. An empty list accepts any contents.
    func acceptedContents(of transfer: EventTransfer) -> [[Literal]] {
        if let known = knownContents[ObjectIdentifier(transfer)] { return known }
        var interpreter = AbstractInterpreter(self, decided: [:])
        interpreter.run(transfer, in: AbstractState(table.layout))
        let accepted = interpreter.paths.filter { !$0.isRejected }.map { transfer.split($0.decisions).contents }
        // A path that was cut off may accept any contents.
        let result = interpreter.isTruncated ? accepted + [[]] : accepted
        knownContents[ObjectIdentifier(transfer)] = result
        return result
    }

    /// Adds to a set of predicates those on which its members depend directly.
    ///
    /// A predicate depends on its sources in copies, and on the guards of every block that changes it.
    func addDependencies(to predicates: inout LiveSet) {
        let before = predicates
        for transfer in relation.byState.joined() where before.overlaps(transfer.code.changed) {
            for predicate in transfer.code.testedPredicates { predicates.insert(predicate) }
            for case .copy(let plan) in transfer.code.operations {
                for pair in plan.pairs where before.contains(pair.to) {
                    let sources = [pair.from.predicate, pair.other.predicate, plan.sourcePresence]
                    for source in sources.compactMap({ $0 }) { predicates.insert(source) }
                }
            }
        }
    }

    /// Returns whether a block of a state tests one of some predicates.
    package func tests(_ predicates: Set<PredicateID>, in state: StateID) -> Bool {
        relation.byState[state].contains { !$0.code.testedPredicates.isDisjoint(with: predicates) }
    }

    /// Returns the predicates that a state tests on an event. A nil event stands for the block of a choice.
    package func testedPredicates(on event: EventID?, in state: StateID) -> Set<PredicateID> {
        let transfers = relation.byState[state].filter { $0.event == event }
        return transfers.reduce(into: []) { $0.formUnion($1.code.testedPredicates) }
    }

    /// Returns the initial abstract state, in which no value is present.
    ///
    /// The counters are zero if `tracksCounters` is true, and otherwise unknown.
    func initialState(tracksCounters: Bool) -> AbstractState {
        var state = AbstractState(table.layout)
        for (id, predicate) in table.predicates.indexed() {
            // `has-all` holds if the list on its right is absent, so it must not become false. It stays unknown.
            if case .test(.hasAll) = predicate { continue }
            state.set(id, false)
        }
        if tracksCounters { for position in table.layout.counters.indices { state.setCounter(position, 0) } }
        return state
    }
}

/// The budget of all analyses of a flow. It counts operations and not time, so that results are reproducible.
final class AnalysisBudget {
    /// The number of operations spent so far.
    private(set) var spent = 0
    /// The number of operations after which the analyses stop, or give less precise results.
    private let limit: Int

    /// The operations granted to every flow.
    private static let base = 1 << 21
    /// The additional operations granted for each operation of the flow.
    private static let perOperation = 1 << 8

    /// Creates the budget of a flow. `operations` is an estimate of the cost of executing each program once.
    init(operations: Int) { limit = Self.base + Self.perOperation * operations }

    /// Whether more operations are spent than the flow may cost.
    var isSpent: Bool { spent > limit }

    /// Spends a number of operations. The budget can become overdrawn.
    func spend(_ operations: Int) { spent += operations }
}

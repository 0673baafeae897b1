import FlowIR

/// Executes predicate programs on abstract states, one path at a time.
///
/// This is a path-sensitive abstract interpretation.
struct AbstractInterpreter {
    /// The target of a path.
    enum Target: Sendable {
        /// The program jumps to a state.
        case state(StateID)
        /// The program jumps to the step presented last, or to a state if there is none.
        case last(otherwise: StateID)
        /// The program rejects the event.
        case rejected
    }

    /// A path through a program, up to the next operation to execute.
    struct Path: Sendable {
        var target = Target.rejected
        var valuation: AbstractState
        /// The transitions taken, in order.
        var marks: [TransitionID] = []
        /// The values chosen for predicates that were unknown, in order.
        var decisions: [Literal] = []
        /// Whether a restart cleared the data.
        var isRestarted = false
        /// Whether the path depends on a counter whose value is unknown.
        var isCounted = false
        /// Whether the reply lacked a required value and counts as invalid.
        var isInvalid = false
        /// Who determines the unknown values, or nil if the analysis does not distinguish this.
        var origins: ValueProvenance?
        /// The index of the next operation.
        fileprivate var position = 0

        /// Whether the flow takes the path only for some data.
        var isConditional: Bool { isCounted || !decisions.isEmpty }

        /// Returns the event of the path: `invalid` if the reply lacks a required value, or else the transfer's event.
        ///
        /// The result is nil for a choice.
        func event(of transfer: EventTransfer) -> EventID? { isInvalid ? .invalid : transfer.event }
    }

    /// The maximum number of paths of one event, while the budget lasts and after it is spent.
    private static let maxPaths = (withinBudget: 2048, afterBudget: 64)

    private let table: PredicateTable
    private let theory: PredicateTheory
    /// By copy: the source predicates to decide before the copy, so that both sides of the copy remain equal.
    private let decided: [ObjectIdentifier: Set<PredicateID>]
    private let counterBounds: CounterBounds
    private let budget: AnalysisBudget
    /// The `has-all` tests. A restart makes them unknown and not false, because they hold if the wanted list is absent.
    private let unclearable: [PredicateID]
    /// A mask of the predicates over the pending error.
    private let errorPredicates: [UInt64]
    /// The abstract state before the current event, on the current initial path.
    private var before: AbstractState
    /// The origins of values before the current event, on the current initial path.
    private var originsBefore: ValueProvenance?
    /// The branches that have not been executed yet.
    private var waiting: [Path] = []
    /// The paths on which the reply lacks a required value.
    private var incomplete: [Path] = []
    /// The complete paths of the last event.
    private(set) var paths: [Path] = []
    /// Whether the last event has more paths than the maximum.
    private(set) var isTruncated = false

    /// Creates an interpreter for the transfers of a flow.
    ///
    /// `decided` lists by copy the source predicates whose values a path chooses before it executes the copy.
    init(_ context: AnalysisContext, decided: [ObjectIdentifier: Set<PredicateID>]) {
        table = context.table
        theory = context.theory
        counterBounds = context.counterBounds
        budget = context.budget
        self.decided = decided
        before = AbstractState(table.layout)
        errorPredicates = table.mask(ErrorSlot.all)
        unclearable = context.table.predicates.indices.filter {
            if case .test(.hasAll) = context.table.predicates[$0] { true } else { false }
        }
    }

    /// Executes an event in an abstract state, and stores the result in `paths`.
    ///
    /// A reply that lacks a required value executes `invalid` instead, or has no path if `invalid` is nil. Sets
    /// `isTruncated` if the event has too many paths.
    mutating func run(
        _ transfer: EventTransfer, ifMissing invalid: EventTransfer? = nil, in valuation: AbstractState,
        _ origins: ValueProvenance? = nil
    ) {
        paths.removeAll(keepingCapacity: true)
        if !incomplete.isEmpty { incomplete.removeAll(keepingCapacity: true) }
        isTruncated = false
        let start = Path(valuation: valuation, origins: origins)
        if transfer.deciding.allSatisfy({ valuation.holds($0) != nil }) {
            execute(transfer, from: start)
        } else {
            for path in initialPaths(of: transfer, start) { execute(transfer, from: path) }
        }
        // An invalid reply does not become invalid again.
        guard let invalid, !transfer.isInvalid, !incomplete.isEmpty else { return }
        // Copy the list, because executing a path can add to it.
        let lacking = incomplete
        for path in lacking { execute(invalid, from: path) }
    }

    /// Returns the initial paths of an event, one for each possible combination of values of `transfer.deciding`.
    private func initialPaths(of transfer: EventTransfer, _ start: Path) -> [Path] {
        var result = [start]
        for predicate in transfer.deciding {
            for index in result.indices where result[index].valuation.holds(predicate) == nil {
                let canHold = theory.allows(predicate, true, in: result[index].valuation)
                let canFail = theory.allows(predicate, false, in: result[index].valuation)
                let isChosen = canHold && canFail
                var other = result[index]
                assume(predicate, canHold, isChosen: isChosen, on: &result[index])
                guard isChosen else { continue }
                assume(predicate, false, isChosen: true, on: &other)
                result.append(other)
            }
        }
        return result
    }

    /// Gives an unknown predicate a value on a path, with all consequences.
    ///
    /// If the opposite value is consistent, too, `isChosen` is true, and the value counts as a decision of the path.
    private func assume(_ predicate: PredicateID, _ holds: Bool, isChosen: Bool, on path: inout Path) {
        path.valuation.set(predicate, holds)
        theory.saturate(&path.valuation, after: predicate)
        if isChosen { record(Literal(predicate, holds), on: &path) }
    }

    /// Records a decision of a path.
    private func record(_ decision: Literal, on path: inout Path) {
        path.decisions.append(decision)
        path.origins?.depend(on: decision)
    }

    /// The current maximum number of paths of one event.
    private var pathLimit: Int { budget.isSpent ? Self.maxPaths.afterBudget : Self.maxPaths.withinBudget }

    /// Applies the effect of an event to an initial path, and executes the path with all its branches.
    private mutating func execute(_ transfer: EventTransfer, from initial: consuming Path) {
        before = initial.valuation
        originsBefore = initial.origins
        var path = consume initial
        // The request uses up its sessions before the event assigns new ones. An unknown condition counts as true.
        for conditional in transfer.conditionalUses where conditional.isPossible(in: before) {
            path.valuation.set(conditional.use, true)
        }
        path.valuation.apply(transfer.change)
        path.origins?.choose(transfer.change)
        follow(consume path, transfer)
        while let next = waiting.popLast() {
            if paths.count + waiting.count > pathLimit {
                isTruncated = true
                waiting.removeAll()
                return
            }
            follow(next, transfer)
        }
    }

    /// Executes a path to its end, and adds the branches that it does not take to `waiting`.
    private mutating func follow(_ start: consuming Path, _ transfer: EventTransfer) {
        var path = consume start
        let operations = transfer.code.operations
        let firstPosition = path.position
        // The cost counts all operations that remain, although the path can end before the last one.
        defer { budget.spend(1 + operations.count - firstPosition) }
        while path.position < operations.count {
            let operation = operations[path.position]
            path.position += 1
            switch operation {
            case .jump(let state): return finish(.state(state), consume path)
            case .jumpLast(let otherwise): return finish(.last(otherwise: otherwise), consume path)
            case .refuse: return finish(.rejected, consume path)
            case .discard: return
            case .test(let condition, let otherwise):
                if !evaluate(condition, &path, transfer) { path.position = otherwise }
            case .copy(let plan): copy(plan, &path)
            case .require(let predicates): if !require(predicates, &path) { return }
            case .mark(let transition): path.marks.append(transition)
            default: applyChange(operation, to: &path)
            }
        }
        // As at run time, a block that ends without a jump rejects the event.
        finish(.rejected, consume path)
    }

    /// Adds a complete path with its target to `paths`.
    private mutating func finish(_ target: Target, _ path: consuming Path) {
        path.target = target
        paths.append(path)
    }

    // MARK: Branching

    /// Returns the value of a guard on a path.
    ///
    /// Decides each unknown test on which the value depends. If both values are possible, a new branch assumes false.
    private mutating func evaluate(_ condition: Guard, _ path: inout Path, _ transfer: EventTransfer) -> Bool {
        while true {
            budget.spend(transfer.code.guardSize)
            switch condition.outcome(in: path.valuation) {
            case .known(let holds): return holds
            case .undecided(.predicate(let predicate)): decide(predicate, &path)
            case .undecided(.below(let position, let bound)):
                let canReach = counterBounds.canReach(
                    bound, counterAt: position, in: transfer, at: path.position - 1)
                assumeBelow(bound, counterAt: position, &path, canReach: canReach)
            }
        }
    }

    /// Narrows the interval of a counter on a path to the values below a bound.
    ///
    /// If the counter can reach the bound, a new branch repeats the current operation with the other values.
    private mutating func assumeBelow(_ bound: Int, counterAt position: Int, _ path: inout Path, canReach: Bool) {
        let range = path.valuation.counter(position)
        if canReach {
            path.isCounted = true
            var other = branchRepeatingOperation(of: path)
            other.valuation.setCounter(position, bound...range.upperBound)
            waiting.append(other)
        }
        path.valuation.setCounter(position, range.lowerBound...bound - 1)
    }

    /// Gives an unknown predicate a value on a path, true if that is consistent.
    ///
    /// If both values are consistent, a new branch repeats the current operation with the value false.
    private mutating func decide(_ predicate: PredicateID, _ path: inout Path) {
        let canHold = theory.allows(predicate, true, in: path.valuation)
        let canFail = theory.allows(predicate, false, in: path.valuation)
        let assumption = canHold && canFail ? path.origins?.assumption(on: predicate) : nil
        let isChosen = canHold && canFail && assumption == nil
        if isChosen {
            var other = branchRepeatingOperation(of: path)
            assume(predicate, false, isChosen: true, on: &other)
            waiting.append(other)
        }
        assume(predicate, assumption ?? canHold, isChosen: isChosen, on: &path)
    }

    /// Returns a branch of a path that executes the current operation again.
    private func branchRepeatingOperation(of path: Path) -> Path {
        var branch = path
        branch.position -= 1
        return branch
    }

    /// Assigns the source predicates of a copy to its target predicates, all at once.
    private mutating func copy(_ plan: PredicateCopy, _ path: inout Path) {
        let origins = decideOrigins(of: plan, on: &path)
        let values = origins.map { origin -> Bool? in
            switch origin {
            case .unknown: nil
            case .constant(let value): value
            case .predicate(let predicate): path.valuation.holds(predicate)
            }
        }
        for (pair, value) in zip(plan.pairs, values) {
            if let value { path.valuation.set(pair.to, value) } else { path.valuation.forget(pair.to) }
        }
        guard path.origins != nil else { return }
        for (pair, origin) in zip(plan.pairs, origins) where path.valuation.holds(pair.to) == nil {
            if let source = origin.predicate {
                path.origins?.copy(source, to: pair.to)
            } else {
                path.origins?.compute(PredicateUpdate(forget: [pair.to]))
            }
        }
    }

    /// Decides on a path which values a copy assigns, and returns their origins in the order of the copy's pairs.
    ///
    /// Also decides the source predicates that later guards compare with their copies.
    private mutating func decideOrigins(of plan: PredicateCopy, on path: inout Path) -> [PredicateCopy.Origin] {
        if let presence = plan.sourcePresence, path.valuation.holds(presence) == nil { decide(presence, &path) }
        let isSourceAbsent = plan.sourcePresence.map { path.valuation.holds($0) == false } ?? false
        let origins = plan.pairs.map { isSourceAbsent ? $0.other : $0.from }
        let decidedFirst = decided[ObjectIdentifier(plan)] ?? []
        for source in origins.compactMap(\.predicate) where plan.isDecided || decidedFirst.contains(source) {
            if path.valuation.holds(source) == nil { decide(source, &path) }
        }
        return origins
    }

    /// Continues a path under the assumption that the reply contains some values.
    ///
    /// Returns false if a value is known to be absent, which ends the path. For each value that may be absent, and for
    /// the first value that is known to be absent, also adds a path on which the reply lacks this value.
    private mutating func require(_ predicates: [PredicateID], _ path: inout Path) -> Bool {
        for predicate in predicates {
            if path.valuation.holds(predicate) == nil {
                if theory.allows(predicate, false, in: path.valuation) {
                    addIncompletePath(path, lacking: predicate)
                    record(Literal(predicate, true), on: &path)
                }
                path.valuation.set(predicate, true)
            } else if path.valuation.holds(predicate) == false {
                addIncompletePath(path, lacking: predicate)
                return false
            }
        }
        return true
    }

    /// Adds a path on which the reply lacks a value. The path discards the contents of the reply.
    private mutating func addIncompletePath(_ path: Path, lacking predicate: PredicateID) {
        incomplete.append(
            Path(valuation: before, decisions: path.decisions + [Literal(predicate, false)], isInvalid: true))
    }

    // MARK: Changes

    /// Executes an operation that only changes the abstract state. Ignores other operations.
    private func applyChange(_ operation: PredicateProgram.Operation, to path: inout Path) {
        switch operation {
        case .change(let change):
            path.valuation.apply(change)
            path.origins?.compute(change)
        case .merge(let plan): merge(plan, &path)
        case .restart(let kept): restart(keeping: kept, &path)
        case .count(let position, let most):
            let range = path.valuation.counter(position)
            path.valuation.setCounter(position, min(range.lowerBound + 1, most)...min(range.upperBound + 1, most))
        case .reset(let positions): for position in positions { path.valuation.setCounter(position, 0) }
        case .forgetReply:
            path.valuation = before
            path.origins?.restore(from: originsBefore)
        case .keepError:
            path.valuation.restore(errorPredicates, from: before)
            path.origins?.restore(errorPredicates, from: originsBefore)
        case .jump, .jumpLast, .refuse, .discard, .test, .copy, .require, .mark: break
        }
    }

    /// Updates the predicates over a map to which the entries of another map are added.
    ///
    /// A predicate in `either` becomes the disjunction of its values for both maps, in three-valued logic.
    private func merge(_ plan: PredicateMerge, _ path: inout Path) {
        for pair in plan.either {
            let own = path.valuation.holds(pair.to)
            let added = path.valuation.holds(pair.from)
            if own == true || added == true {
                path.valuation.set(pair.to, true)
            } else if own == nil || added == nil {
                let unknown = (own == nil ? [pair.to] : []) + (added == nil ? [pair.from] : [])
                path.origins?.merge(unknown, into: pair.to)
                path.valuation.forget(pair.to)
            }
        }
        for predicate in plan.lost { path.valuation.forget(predicate) }
        // The analysis does not know the added entries, which can come from an event.
        path.origins?.choose(PredicateUpdate(forget: plan.lost))
    }

    /// Clears all slots, except those whose predicates are in the mask `kept`.
    private func restart(keeping kept: [UInt64], _ path: inout Path) {
        path.isRestarted = true
        path.valuation.clearPredicates(except: kept, count: table.predicates.count)
        // This also forgets the tests of kept lists, which is imprecise but sound.
        for predicate in unclearable { path.valuation.forget(predicate) }
        path.origins?.compute(PredicateUpdate(forget: unclearable))
    }
}

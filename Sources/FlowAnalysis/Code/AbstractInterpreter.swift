import FlowAutomata
import FlowModel

/// Executes predicate programs on abstract states, path by path (a path-sensitive transfer).
struct AbstractInterpreter {
    /// The target of a path.
    enum Target: Sendable {
        case state(StateID)
        /// The step presented last, or else a state.
        case last(otherwise: StateID)
        case refused
    }

    /// A path through a program, as far as it is executed.
    struct Path: Sendable {
        var target = Target.refused
        var valuation: AbstractState
        /// The transitions taken, in order.
        var marks: [TransitionID] = []
        /// The decisions about the data at that time.
        var decisions: [Literal] = []
        /// Whether a restart cleared the data.
        var isRestarted = false
        /// Whether it depends on a counter whose value is unknown.
        var isCounted = false
        /// Whether the reply lacked a required value and counts as invalid.
        var isInvalid = false
        fileprivate var position = 0
    }

    /// The maximum number of paths of one event, at first and after the budget is spent.
    private static let maxPaths = (first: 2048, late: 64)

    private let table: PredicateTable
    private let theory: PredicateTheory
    private let decided: [ObjectIdentifier: Set<PredicateID>]
    private let counterBounds: CounterBounds
    private let budget: AnalysisBudget
    private let unclearable: [PredicateID]
    private let errorPredicates: [UInt64]
    private var before: AbstractState
    private var waiting: [Path] = []
    private var incomplete: [Path] = []
    /// The paths of the last event.
    private(set) var paths: [Path] = []
    /// Whether paths were truncated.
    private(set) var isTruncated = false

    /// Makes an interpreter; `decided` lists predicates to decide before copies, so that both sides remain equal.
    init(_ context: AnalysisContext, decided: [ObjectIdentifier: Set<PredicateID>]) {
        table = context.table
        theory = context.theory
        counterBounds = context.counterBounds
        budget = context.budget
        self.decided = decided
        before = AbstractState(table.layout)
        errorPredicates = table.mask([0, 1])
        unclearable = context.table.predicates.indices.map(PredicateID.init).filter {
            if case .test(.hasAll) = context.table.predicates[Int($0)] { true } else { false }
        }
    }

    /// Executes an event; the result is in `paths`. Replies that lack a required value execute `invalid` instead.
    mutating func run(_ transfer: EventTransfer, ifMissing invalid: EventTransfer? = nil, in valuation: AbstractState) {
        paths.removeAll(keepingCapacity: true)
        incomplete.removeAll(keepingCapacity: true)
        isTruncated = false
        if transfer.deciding.allSatisfy({ valuation.holds($0) != nil }) {
            run(transfer, Path(valuation: valuation))
        } else {
            for path in beginnings(transfer, valuation) { run(transfer, path) }
        }
        guard let invalid, !transfer.isInvalid, !incomplete.isEmpty else { return }
        let ended = incomplete
        for path in ended { run(invalid, path) }
    }

    /// Returns the initial paths of an event, with the predicates decided that its effect depends on.
    private func beginnings(_ transfer: EventTransfer, _ valuation: AbstractState) -> [Path] {
        var result = [Path(valuation: valuation)]
        for predicate in transfer.deciding {
            for index in result.indices where result[index].valuation.holds(predicate) == nil {
                let canHold = theory.allows(predicate, true, in: result[index].valuation)
                let canFail = theory.allows(predicate, false, in: result[index].valuation)
                var other = result[index]
                result[index].valuation.set(predicate, canHold)
                theory.saturate(&result[index].valuation, after: predicate)
                guard canHold, canFail else { continue }
                result[index].decisions.append(Literal(predicate, true))
                other.valuation.set(predicate, false)
                theory.saturate(&other.valuation, after: predicate)
                other.decisions.append(Literal(predicate, false))
                result.append(other)
            }
        }
        return result
    }

    private mutating func run(_ transfer: EventTransfer, _ beginning: consuming Path) {
        before = beginning.valuation
        var path = consume beginning
        for conditional in transfer.conditionalUses where conditional.isPossible(in: before) {
            path.valuation.set(conditional.use, true)
        }
        path.valuation.apply(transfer.change)
        follow(consume path, transfer)
        while let next = waiting.popLast() {
            if paths.count + waiting.count > (budget.isSpent ? Self.maxPaths.late : Self.maxPaths.first) {
                isTruncated = true
                waiting.removeAll()
                return
            }
            follow(next, transfer)
        }
    }

    private mutating func follow(_ beginning: consuming Path, _ transfer: EventTransfer) {
        var path = consume beginning
        let operations = transfer.code.operations
        let first = path.position
        defer { budget.add(1 + operations.count - first) }
        while path.position < operations.count {
            let operation = operations[path.position]
            path.position += 1
            switch operation {
            case .jump(let state): return finish(.state(state), consume path)
            case .jumpLast(let otherwise): return finish(.last(otherwise: otherwise), consume path)
            case .refuse: return finish(.refused, consume path)
            case .discard: return
            case .test(let condition, let otherwise):
                if !test(condition, &path, transfer) { path.position = otherwise }
            case .copy(let plan): copy(plan, &path)
            case .require(let predicates): if !require(predicates, &path) { return }
            case .mark(let transition): path.marks.append(transition)
            default: change(operation, &path, transfer)
            }
        }
        // As in the machine, a program without a jump refuses.
        finish(.refused, consume path)
    }

    private mutating func finish(_ target: Target, _ path: consuming Path) {
        path.target = target
        paths.append(path)
    }

    // MARK: Branching

    private mutating func test(_ condition: Guard, _ path: inout Path, _ transfer: EventTransfer) -> Bool {
        while true {
            budget.add(transfer.code.guardSize)
            switch condition.outcome(in: path.valuation) {
            case .known(let holds): return holds
            case .undecided(.predicate(let predicate)): decide(predicate, &path)
            case .undecided(.below(let position, let bound)):
                let range = path.valuation.counter(position)
                if counterBounds.canReach(bound, position, in: transfer, at: path.position - 1) {
                    path.isCounted = true
                    var other = path
                    other.position -= 1
                    other.valuation.setCounter(position, bound...range.upperBound)
                    waiting.append(other)
                }
                path.valuation.setCounter(position, range.lowerBound...bound - 1)
            }
        }
    }

    /// Splits the path on a predicate: this path takes one value, and a new path repeats the operation with the
    /// other.
    private mutating func decide(_ predicate: PredicateID, _ path: inout Path) {
        let canHold = theory.allows(predicate, true, in: path.valuation)
        let canFail = theory.allows(predicate, false, in: path.valuation)
        if canHold, canFail {
            var other = path
            other.position -= 1
            other.valuation.set(predicate, false)
            theory.saturate(&other.valuation, after: predicate)
            other.decisions.append(Literal(predicate, false))
            waiting.append(other)
        }
        path.valuation.set(predicate, canHold)
        theory.saturate(&path.valuation, after: predicate)
        if canHold && canFail { path.decisions.append(Literal(predicate, true)) }
    }

    private mutating func copy(_ plan: PredicateCopy, _ path: inout Path) {
        if let isPresent = plan.isPresent, path.valuation.holds(isPresent) == nil { decide(isPresent, &path) }
        let usesOther = plan.isPresent.map { path.valuation.holds($0) == false } ?? false
        let both = decided[ObjectIdentifier(plan)] ?? []
        for pair in plan.pairs {
            guard let from = (usesOther ? pair.other : pair.from).predicate, plan.isDecided || both.contains(from),
                path.valuation.holds(from) == nil
            else { continue }
            decide(from, &path)
        }
        let known = plan.pairs.map { pair -> Bool? in
            switch usesOther ? pair.other : pair.from {
            case .unknown: nil
            case .constant(let value): value
            case .predicate(let predicate): path.valuation.holds(predicate)
            }
        }
        for (pair, value) in zip(plan.pairs, known) {
            if let value { path.valuation.set(pair.to, value) } else { path.valuation.forget(pair.to) }
        }
    }

    private mutating func require(_ predicates: [PredicateID], _ path: inout Path) -> Bool {
        for predicate in predicates {
            if path.valuation.holds(predicate) == nil {
                if theory.allows(predicate, false, in: path.valuation) {
                    miss(path, predicate)
                    path.decisions.append(Literal(predicate, true))
                }
                path.valuation.set(predicate, true)
            } else if path.valuation.holds(predicate) == false {
                miss(path, predicate)
                return false
            }
        }
        return true
    }

    /// Adds a path on which the reply lacks a value; its contents are discarded.
    private mutating func miss(_ path: Path, _ predicate: PredicateID) {
        incomplete.append(
            Path(valuation: before, decisions: path.decisions + [Literal(predicate, false)], isInvalid: true))
    }

    // MARK: Changes

    private func change(_ operation: PredicateProgram.Operation, _ path: inout Path, _ transfer: EventTransfer) {
        switch operation {
        case .change(let change): path.valuation.apply(change)
        case .merge(let plan): merge(plan, &path)
        case .restart(let kept): restart(kept, &path)
        case .count(let position, let most):
            let range = path.valuation.counter(position)
            path.valuation.setCounter(position, min(range.lowerBound + 1, most)...min(range.upperBound + 1, most))
        case .reset(let positions): for position in positions { path.valuation.setCounter(position, 0) }
        case .forgetReply: path.valuation = before
        case .keepError: path.valuation.restore(errorPredicates, from: before)
        default: break
        }
    }

    private func merge(_ plan: PredicateMerge, _ path: inout Path) {
        for pair in plan.either {
            let own = path.valuation.holds(pair.to)
            let added = path.valuation.holds(pair.from)
            if own == true || added == true {
                path.valuation.set(pair.to, true)
            } else if own == nil || added == nil {
                path.valuation.forget(pair.to)
            }
        }
        for predicate in plan.lost { path.valuation.forget(predicate) }
    }

    /// Clears all slots but some.
    private func restart(_ kept: [UInt64], _ path: inout Path) {
        path.isRestarted = true
        path.valuation.clearFacts(besides: kept, count: table.predicates.count)
        for predicate in unclearable { path.valuation.forget(predicate) }
    }
}

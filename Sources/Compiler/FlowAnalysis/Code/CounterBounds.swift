package import FlowIR

/// An analysis of the greatest values that the counters can have. It ignores the predicates.
package struct CounterBounds {
    /// A comparison of a counter with a number.
    package struct Bound: Hashable {
        package let counter: CounterID
        package let limit: Int

        package init(counter: CounterID, limit: Int) {
            self.counter = counter
            self.limit = limit
        }
    }

    /// An operation that compares a counter with a number.
    private struct Comparison: Hashable {
        let transfer: ObjectIdentifier
        let operation: Int
        let position: Int
        let limit: Int
    }

    /// The comparisons that are reachable.
    package private(set) var tested: Set<Bound> = []
    /// The comparisons whose limit the counter can reach.
    package private(set) var reached: Set<Bound> = []
    /// The operations at which a counter can reach the limit.
    private var reachingComparisons: Set<Comparison> = []
    // The context owns this analysis, so a reference back to it would be a retain cycle.
    private let flow: LoweredFlow
    /// By position in the layout: the counter.
    private let counters: [CounterID]
    /// By state: the upper bounds of the counters at its entry, or nil if the state is unreachable.
    private var upperBounds: Table<State, [UInt8]?>
    private var worklist: Worklist<State>
    private var isWaiting: Table<State, Bool>
    /// By operation of the current program: the upper bounds before it, or nil if no path reaches it.
    private var pending: [[UInt8]?] = []

    init(_ context: AnalysisContext) {
        flow = context.flow
        counters = context.table.layout.counters
        upperBounds = Table(repeating: nil, count: flow.states.count)
        worklist = Worklist(order: context.relation.order)
        isWaiting = Table(repeating: false, count: flow.states.count)
        guard !counters.isEmpty else { return }
        enter(flow.initialState, with: counters.map { _ in 0 })
        while let state = worklist.pop() {
            isWaiting[state] = false
            guard let bounds = upperBounds[state] else { continue }
            for transfer in context.relation.byState[state] {
                if transfer.code.usesCounters || transfer.code.usesLastStep {
                    run(transfer, from: bounds)
                } else {
                    // Such a program passes the bounds on unchanged, so only its targets matter.
                    transfer.code.forEachTarget { enter($0, with: bounds) }
                }
            }
        }
    }

    /// Joins upper bounds into those at the entry of a state, and schedules the state if they changed.
    private mutating func enter(_ state: StateID, with bounds: [UInt8]) {
        if let known = upperBounds[state] {
            guard zip(known, bounds).contains(where: { $0 < $1 }) else { return }
            upperBounds[state] = zip(known, bounds).map { max($0, $1) }
        } else {
            upperBounds[state] = bounds
        }
        guard !isWaiting[state] else { return }
        isWaiting[state] = true
        worklist.push(state, state: state)
    }

    /// Executes a program on all its paths at once. Joins the results into the states to which it jumps.
    ///
    /// One pass over the operations suffices, because all tests continue at later operations.
    private mutating func run(_ transfer: EventTransfer, from initial: [UInt8]) {
        let operations = transfer.code.operations
        pending = Array(repeating: nil, count: operations.count + 1)
        pending[0] = initial
        for (index, operation) in operations.enumerated() {
            guard let bounds = pending[index] else { continue }
            switch operation {
            case .jump(let state): enter(state, with: bounds)
            case .jumpLast(let otherwise): enterSteps(or: otherwise, with: bounds)
            case .refuse, .discard: break
            case .test(let condition, let otherwise):
                recordComparisons(in: condition, bounds, transfer, at: index)
                if let narrowed = condition.refined(bounds, assuming: false) { join(narrowed, before: otherwise) }
                if let narrowed = condition.refined(bounds, assuming: true) { join(narrowed, before: index + 1) }
            case .forgetReply: join(initial, before: index + 1)
            case .count, .reset, .change, .copy, .merge, .restart, .keepError, .require, .mark:
                join(boundsAfter(operation, bounds), before: index + 1)
            }
        }
    }

    /// Joins upper bounds into all steps, each of which can be the last one. Also joins them into `otherwise`, which
    /// runs without a last step enter.
    private mutating func enterSteps(or otherwise: StateID, with bounds: [UInt8]) {
        enter(otherwise, with: bounds)
        for state in flow.states.indices where flow.states[state].isPresent { enter(state, with: bounds) }
    }

    /// Returns the upper bounds after an operation that counts or resets counters. Other operations keep them.
    private func boundsAfter(_ operation: PredicateProgram.Operation, _ before: [UInt8]) -> [UInt8] {
        var bounds = before
        if case .count(let position, let most) = operation {
            bounds[position] = UInt8(min(Int(bounds[position]) + 1, most, Int(UInt8.max)))
        } else if case .reset(let positions) = operation {
            for position in positions { bounds[position] = 0 }
        }
        return bounds
    }

    /// Joins upper bounds into those before an operation of the current program.
    private mutating func join(_ bounds: [UInt8], before operation: Int) {
        pending[operation] = pending[operation].map { zip($0, bounds).map { max($0, $1) } } ?? bounds
    }

    /// Records the comparisons in a guard at an operation, and those whose limits the counters can reach there.
    private mutating func recordComparisons(
        in condition: Guard, _ bounds: [UInt8], _ transfer: EventTransfer, at operation: Int
    ) {
        condition.forEachLeaf { leaf in
            guard case .below(let position, let limit) = leaf else { return }
            let bound = Bound(counter: counters[position], limit: limit)
            tested.insert(bound)
            guard Int(bounds[position]) >= limit else { return }
            reached.insert(bound)
            reachingComparisons.insert(
                Comparison(
                    transfer: ObjectIdentifier(transfer), operation: operation, position: position, limit: limit))
        }
    }

    /// Returns whether the counter at a position of the layout can reach a limit at an operation that compares them.
    func canReach(_ limit: Int, counterAt position: Int, in transfer: EventTransfer, at operation: Int) -> Bool {
        reachingComparisons.contains(
            Comparison(transfer: ObjectIdentifier(transfer), operation: operation, position: position, limit: limit))
    }

    /// Returns the upper bound of the counter at a position. Returns nil if the state is unreachable.
    func upperBound(of position: Int, atEntryOf state: StateID) -> Int? {
        upperBounds[state].map { Int($0[position]) }
    }

    /// Returns two copies of an abstract state: with the least and with the greatest possible values of the counters.
    ///
    /// Returns one copy if both are equal, if guards test no counter, or if the state is unreachable.
    func extremes(of valuation: AbstractState, in state: StateID) -> [AbstractState] {
        guard let bounds = upperBounds[state] else { return [valuation] }
        var (least, most) = (valuation, valuation)
        for (position, bound) in bounds.enumerated() {
            let range = valuation.counter(position)
            least.setCounter(position, range.lowerBound)
            most.setCounter(position, max(range.lowerBound, min(range.upperBound, Int(bound))))
        }
        return least == most ? [least] : [least, most]
    }
}

extension BooleanTree<GuardTest> {
    /// Returns the upper bounds, assuming that the guard's value is `holds`. Returns nil if this is impossible.
    fileprivate func refined(_ bounds: [UInt8], assuming holds: Bool) -> [UInt8]? {
        switch self {
        case .constant(let value): return value == holds ? bounds : nil
        case .leaf(.predicate): return bounds
        case .leaf(.below(let position, let limit)):
            if !holds { return Int(bounds[position]) < limit ? nil : bounds }
            var result = bounds
            // The limit of a test is at least 1.
            result[position] = UInt8(min(Int(result[position]), limit - 1))
            return result
        case .not(let inner): return inner.refined(bounds, assuming: !holds)
        // A true conjunction and a false disjunction determine both operands.
        case .and(let left, let right) where holds, .or(let left, let right) where !holds:
            return left.refinedWithBoth(right, bounds, assuming: holds)
        case .and(let left, let right), .or(let left, let right):
            return left.refinedWithEither(right, bounds, assuming: holds)
        }
    }

    /// Returns the upper bounds, assuming that both guards have the value `holds`. Returns nil if this is impossible.
    private func refinedWithBoth(_ other: Guard, _ bounds: [UInt8], assuming holds: Bool) -> [UInt8]? {
        refined(bounds, assuming: holds).flatMap { other.refined($0, assuming: holds) }
    }

    /// Returns the upper bounds, assuming that a guard has the value `holds`. Returns nil if neither can have it.
    private func refinedWithEither(_ other: Guard, _ bounds: [UInt8], assuming holds: Bool) -> [UInt8]? {
        let (first, second) = (refined(bounds, assuming: holds), other.refined(bounds, assuming: holds))
        guard let first, let second else { return first ?? second }
        return zip(first, second).map { max($0, $1) }
    }
}

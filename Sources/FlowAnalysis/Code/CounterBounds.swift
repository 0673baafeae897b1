package import FlowModel

/// Interval analysis of the counters, for any data.
package struct CounterBounds {
    /// A comparison of a counter.
    package struct Bound: Hashable {
        /// The counter.
        package let counter: CounterID
        /// The number that it is compared with.
        package let limit: Int

        package init(counter: CounterID, limit: Int) {
            self.counter = counter
            self.limit = limit
        }
    }

    private struct Test: Hashable {
        let transfer: ObjectIdentifier
        let operation: Int
        let position: Int
        let limit: Int
    }

    /// The comparisons that are reachable.
    package private(set) var tested: Set<Bound> = []
    /// Those whose limit the counter can reach.
    package private(set) var reached: Set<Bound> = []
    /// The operations at which a counter can reach its limit.
    private var reachedAt: Set<Test> = []
    // The context owns this analysis: a reference back would be a cycle.
    private let flow: CheckedFlow
    /// By position.
    private let counters: [CounterID]
    /// By reachable state: the upper bounds of the counters.
    private var greatest: [[UInt8]?]
    private var worklist: Worklist
    private var isWaiting: [Bool]
    /// By position in the running program: the upper bounds.
    private var pending: [[UInt8]?] = []

    /// Analyses a flow.
    init(_ context: AnalysisContext) {
        flow = context.flow
        counters = context.table.layout.counters
        greatest = Array(repeating: nil, count: flow.states.count)
        worklist = Worklist(order: context.relation.order)
        isWaiting = Array(repeating: false, count: flow.states.count)
        guard !counters.isEmpty else { return }
        enter(flow.initialState, counters.map { _ in 0 })
        while let state = worklist.pop() {
            isWaiting[state] = false
            guard let values = greatest[state] else { continue }
            for transfer in context.relation.byState[state] {
                if transfer.code.usesCounters || transfer.code.usesLastStep {
                    run(transfer, values)
                } else {
                    transfer.code.forEachTarget { enter($0, values) }
                }
            }
        }
    }

    private mutating func enter(_ state: StateID, _ values: [UInt8]) {
        if let known = greatest[state] {
            guard zip(known, values).contains(where: { $0 < $1 }) else { return }
            greatest[state] = zip(known, values).map { max($0, $1) }
        } else {
            greatest[state] = values
        }
        guard !isWaiting[state] else { return }
        isWaiting[state] = true
        worklist.push(state, state: state)
    }

    /// Executes a program on all paths at once; it only jumps forward.
    private mutating func run(_ transfer: EventTransfer, _ values: [UInt8]) {
        let code = transfer.code
        pending = Array(repeating: nil, count: code.operations.count + 1)
        pending[0] = values
        for (position, operation) in code.operations.enumerated() {
            guard var values = pending[position] else { continue }
            switch operation {
            case .jump(let state): enter(state, values)
            case .jumpLast(let otherwise):
                enter(otherwise, values)
                for state in flow.states.indices where flow.states[state].isPresent {
                    enter(state, values)
                }
            case .refuse, .discard: break
            case .test(let condition, let otherwise):
                note(condition, values, in: transfer, at: position)
                if let rest = condition.counters(values, if: false) { go(to: otherwise, rest) }
                if let rest = condition.counters(values, if: true) { go(to: position + 1, rest) }
            case .count(let counter, let most):
                values[counter] = UInt8(min(Int(values[counter]) + 1, most, 255))
                go(to: position + 1, values)
            case .reset(let counters):
                for counter in counters { values[counter] = 0 }
                go(to: position + 1, values)
            case .change, .copy, .merge, .restart, .forgetReply, .keepError, .require, .mark:
                go(to: position + 1, values)
            }
        }
    }

    private mutating func go(to position: Int, _ values: [UInt8]) {
        pending[position] = pending[position].map { zip($0, values).map { max($0, $1) } } ?? values
    }

    private mutating func note(_ condition: Guard, _ values: [UInt8], in transfer: EventTransfer, at operation: Int) {
        condition.forEachLeaf { leaf in
            guard case .below(let position, let limit) = leaf else { return }
            let bound = Bound(counter: counters[position], limit: limit)
            tested.insert(bound)
            guard Int(values[position]) >= limit else { return }
            reached.insert(bound)
            reachedAt.insert(
                Test(transfer: ObjectIdentifier(transfer), operation: operation, position: position, limit: limit))
        }
    }

    /// Whether the counter can reach a limit at an operation that compares them.
    func canReach(_ limit: Int, _ position: Int, in transfer: EventTransfer, at operation: Int) -> Bool {
        reachedAt.contains(
            Test(transfer: ObjectIdentifier(transfer), operation: operation, position: position, limit: limit))
    }

    /// Returns the upper bound of a counter at the entry of a state.
    func maximum(_ position: Int, in state: StateID) -> Int? { greatest[state].map { Int($0[position]) } }

    /// Returns the states with the least and the greatest values of the counters.
    func extremes(_ valuation: AbstractState, in state: StateID) -> [AbstractState] {
        guard let values = greatest[state] else { return [valuation] }
        var (least, most) = (valuation, valuation)
        for (position, value) in values.enumerated() {
            let range = valuation.counter(position)
            least.setCounter(position, range.lowerBound)
            most.setCounter(position, max(range.lowerBound, min(range.upperBound, Int(value))))
        }
        return least == most ? [least] : [least, most]
    }
}

extension BooleanTree<GuardTest> {
    /// Returns the upper bounds under which the condition has a value, or nil if none exist.
    fileprivate func counters(_ values: [UInt8], if holds: Bool) -> [UInt8]? {
        switch self {
        case .constant(let value): return value == holds ? values : nil
        case .leaf(.predicate): return values
        case .leaf(.below(let position, let limit)):
            if !holds { return Int(values[position]) < limit ? nil : values }
            var result = values
            // No counter is compared with zero.
            result[position] = UInt8(min(Int(result[position]), limit - 1))
            return result
        case .not(let inner): return inner.counters(values, if: !holds)
        case .and(let left, let right):
            return holds ? left.both(right, values, holds) : left.either(right, values, holds)
        case .or(let left, let right):
            return holds ? left.either(right, values, holds) : left.both(right, values, holds)
        }
    }

    private func both(_ other: Guard, _ values: [UInt8], _ holds: Bool) -> [UInt8]? {
        counters(values, if: holds).flatMap { other.counters($0, if: holds) }
    }

    private func either(_ other: Guard, _ values: [UInt8], _ holds: Bool) -> [UInt8]? {
        let (first, second) = (counters(values, if: holds), other.counters(values, if: holds))
        guard let first, let second else { return first ?? second }
        return zip(first, second).map { max($0, $1) }
    }
}

import FlowIR

/// A boolean combination of predicates and counter tests.
typealias Guard = BooleanTree<GuardTest>

/// A test of an abstract state.
enum GuardTest: Sendable {
    case predicate(PredicateID)
    /// The counter at a position of the layout is below a number.
    case below(Int, Int)

    /// Returns the value of the test in an abstract state. Returns nil if it is unknown.
    func value(in valuation: AbstractState) -> Bool? {
        switch self {
        case .predicate(let predicate): return valuation.holds(predicate)
        case .below(let position, let bound):
            let range = valuation.counter(position)
            if range.upperBound < bound { return true }
            return range.lowerBound >= bound ? false : nil
        }
    }
}

extension BooleanTree<GuardTest> {
    /// The value of a guard, or a test on which the value depends.
    enum Outcome {
        /// The abstract state determines the value.
        case known(Bool)
        case undecided(GuardTest)
    }

    /// Translates a condition to a guard. The table must contain all its predicates and counters.
    ///
    /// The default constants are therefore never used.
    init(_ condition: Condition, _ table: PredicateTable) {
        self = condition.flatMap { test in
            switch AtomicTest(test, types: table.types) {
            case .known(let value): .constant(value)
            case .atom(.below(let counter, let bound)):
                table.layout.position(counter).map { .leaf(.below($0, bound)) } ?? .constant(true)
            case .atom(let atom): table.number(.test(atom)).map { .leaf(.predicate($0)) } ?? .constant(false)
            }
        }
    }

    /// Returns the value of the guard, or the first test on which it depends.
    ///
    /// The evaluation stops as soon as one operand decides. The recursion is safe, because the language limits the size
    /// of guards.
    func outcome(in valuation: AbstractState) -> Outcome {
        switch self {
        case .constant(let holds): return .known(holds)
        case .leaf(let test): return test.value(in: valuation).map { .known($0) } ?? .undecided(test)
        case .not(let inner):
            let outcome = inner.outcome(in: valuation)
            if case .known(let holds) = outcome { return .known(!holds) }
            return outcome
        case .and(let left, let right): return Self.outcome(left, right, in: valuation, deciding: false)
        case .or(let left, let right): return Self.outcome(left, right, in: valuation, deciding: true)
        }
    }

    /// Returns the outcome of a conjunction or disjunction, which one operand decides if it has the value `value`.
    private static func outcome(
        _ left: Guard, _ right: Guard, in valuation: AbstractState, deciding value: Bool
    ) -> Outcome {
        let first = left.outcome(in: valuation)
        if case .known(value) = first { return first }
        let second = right.outcome(in: valuation)
        if case .known(value) = second { return second }
        if case .undecided = first { return first }
        return second
    }

    /// Whether the guard tests a counter.
    var usesCounters: Bool {
        var result = false
        forEachLeaf { if case .below = $0 { result = true } }
        return result
    }
}

import FlowAutomata
import FlowModel

/// A condition over numbered facts and counters.
typealias Guard = BooleanTree<GuardTest>

/// A test of a situation.
enum GuardTest: Sendable {
    case predicate(PredicateID)
    /// The counter at a position of the layout is below a number.
    case below(Int, Int)

    /// Whether it holds in a situation; nothing if that is not known.
    func evaluate(_ valuation: AbstractState) -> Bool? {
        switch self {
        case .predicate(let predicate): return valuation.holds(predicate)
        case .below(let position, let bound):
            let range = valuation.counter(position)
            return range.upperBound < bound ? true : range.lowerBound >= bound ? false : nil
        }
    }
}

extension BooleanTree<GuardTest> {
    /// The outcome of a guard: whether it holds, or a test on which that depends.
    enum Outcome {
        case known(Bool)
        case undecided(GuardTest)
    }

    /// The condition under a table that knows all its facts.
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

    /// Whether it holds in a situation, or the first test on which that depends. Explorations ask for little else, so that a decided
    /// side ends the walk; the parser bounds how deep guards are.
    func outcome(in valuation: AbstractState) -> Outcome {
        switch self {
        case .constant(let holds): return .known(holds)
        case .leaf(let test): return test.evaluate(valuation).map { .known($0) } ?? .undecided(test)
        case .not(let inner):
            let outcome = inner.outcome(in: valuation)
            if case .known(let holds) = outcome { return .known(!holds) }
            return outcome
        case .and(let left, let right): return Self.outcome(left, right, in: valuation, deciding: false)
        case .or(let left, let right): return Self.outcome(left, right, in: valuation, deciding: true)
        }
    }

    /// The outcome of two guards together, of which either decides by a value.
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

    /// Whether it asks how far was counted.
    var usesCounters: Bool {
        var result = false
        forEachLeaf { if case .below = $0 { result = true } }
        return result
    }
}

import FlowAutomata
import FlowModel

/// A condition over numbered facts and counters.
typealias Guard = BooleanTree<GuardTest>

/// A test of a situation.
enum GuardTest: Sendable {
    case fact(FactID)
    /// The counter at a position of the layout is below a number.
    case below(Int, Int)

    /// Whether it holds in a situation; nothing if that is not known.
    func evaluate(_ situation: Situation) -> Bool? {
        switch self {
        case .fact(let fact): return situation.holds(fact)
        case .below(let position, let bound):
            let range = situation.counter(position)
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
    init(_ condition: Condition, _ table: FactTable) {
        self = condition.flatMap { test in
            switch AtomicTest(test, types: table.types) {
            case .known(let value): .constant(value)
            case .atom(.below(let counter, let bound)):
                table.layout.position(counter).map { .leaf(.below($0, bound)) } ?? .constant(true)
            case .atom(let atom): table.number(.test(atom)).map { .leaf(.fact($0)) } ?? .constant(false)
            }
        }
    }

    /// Whether it holds in a situation, or the first test on which that depends.
    func outcome(in situation: Situation) -> Outcome {
        // Most guards are a single test.
        switch self {
        case .leaf(let test): return test.evaluate(situation).map { .known($0) } ?? .undecided(test)
        case .not(.leaf(let test)): return test.evaluate(situation).map { .known(!$0) } ?? .undecided(test)
        default: break
        }
        return fold { layer in
            switch layer {
            case .constant(let holds): .known(holds)
            case .leaf(let test): test.evaluate(situation).map { Outcome.known($0) } ?? .undecided(test)
            case .not(.known(let holds)): .known(!holds)
            case .not(let first): first
            case .and(.known(false), _), .and(_, .known(false)): .known(false)
            case .or(.known(true), _), .or(_, .known(true)): .known(true)
            case .and(.known, let last), .or(.known, let last): last
            case .and(let first, _), .or(let first, _): first
            }
        }
    }

    /// Whether it asks how far was counted.
    var usesCounters: Bool {
        var result = false
        forEachLeaf { if case .below = $0 { result = true } }
        return result
    }
}

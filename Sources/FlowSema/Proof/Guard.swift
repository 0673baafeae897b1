import FlowModel

/// A condition over numbered facts and counters.
indirect enum Guard: Sendable {
    case constant(Bool)
    case fact(FactID)
    /// The counter at a position of the layout is below a number.
    case below(Int, Int)
    case not(Guard)
    case and(Guard, Guard)
    case or(Guard, Guard)

    /// The condition under a table that knows all its facts.
    init(_ condition: Condition, _ table: FactTable) {
        switch condition {
        case .not(let inner): self = .not(Guard(inner, table))
        case .and(let left, let right): self = .and(Guard(left, table), Guard(right, table))
        case .or(let left, let right): self = .or(Guard(left, table), Guard(right, table))
        default:
            switch Test(condition, types: table.types) {
            case .known(let value)?: self = .constant(value)
            case .atom(.below(let counter, let bound))?:
                self = table.layout.position(counter).map { .below($0, bound) } ?? .constant(true)
            case .atom(let atom)?: self = table.number(.test(atom)).map { .fact($0) } ?? .constant(false)
            case nil: self = .constant(false)
            }
        }
    }

    /// The value of a guard in a situation.
    enum Outcome {
        case decided(Bool)
        /// It depends on a leaf that the situation does not know.
        case open(Guard)
    }

    /// The value in a situation, found in one pass.
    func outcome(in situation: Situation) -> Outcome {
        switch self {
        case .constant(let value): return .decided(value)
        case .fact(let fact): return situation.holds(fact).map { .decided($0) } ?? .open(self)
        case .below(let position, let bound):
            let range = situation.counter(position)
            if range.upperBound < bound { return .decided(true) }
            return range.lowerBound >= bound ? .decided(false) : .open(self)
        case .not(let inner):
            let outcome = inner.outcome(in: situation)
            if case .decided(let value) = outcome { return .decided(!value) }
            return outcome
        case .and(let left, let right): return Self.outcome(left, right, in: situation, deciding: false)
        case .or(let left, let right): return Self.outcome(left, right, in: situation, deciding: true)
        }
    }

    /// The value of two guards together if a value of either decides. The first open leaf counts.
    private static func outcome(
        _ left: Guard, _ right: Guard, in situation: Situation, deciding value: Bool
    ) -> Outcome {
        let first = left.outcome(in: situation)
        if case .decided(value) = first { return first }
        let second = right.outcome(in: situation)
        if case .decided(value) = second { return second }
        if case .open = first { return first }
        return second
    }

    /// Whether it asks how far was counted.
    var usesCounters: Bool {
        switch self {
        case .constant, .fact: false
        case .below: true
        case .not(let inner): inner.usesCounters
        case .and(let left, let right), .or(let left, let right): left.usesCounters || right.usesCounters
        }
    }

    /// Calls a function with every leaf.
    func forEachLeaf(_ body: (Guard) -> Void) {
        switch self {
        case .constant: break
        case .fact, .below: body(self)
        case .not(let inner): inner.forEachLeaf(body)
        case .and(let left, let right), .or(let left, let right):
            left.forEachLeaf(body)
            right.forEachLeaf(body)
        }
    }
}

import FlowAutomata
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
            switch AtomicTest(condition, types: table.types) {
            case .known(let value)?: self = .constant(value)
            case .atom(.below(let counter, let bound))?:
                self = table.layout.position(counter).map { .below($0, bound) } ?? .constant(true)
            case .atom(let atom)?: self = table.number(.test(atom)).map { .fact($0) } ?? .constant(false)
            case nil: self = .constant(false)
            }
        }
    }

    /// Whether it holds in a situation; nothing if that depends on what is not known.
    func evaluate(_ situation: Situation) -> Bool? {
        switch self {
        case .constant(let value): return value
        case .fact(let fact): return situation.holds(fact)
        case .below(let position, let bound):
            let range = situation.counter(position)
            return range.upperBound < bound ? true : range.lowerBound >= bound ? false : nil
        case .not(let inner): return inner.evaluate(situation).map { !$0 }
        case .and(let left, let right):
            let first = left.evaluate(situation)
            if first == false { return false }
            let second = right.evaluate(situation)
            return second == false ? false : first == nil ? nil : second
        case .or(let left, let right):
            let first = left.evaluate(situation)
            if first == true { return true }
            let second = right.evaluate(situation)
            return second == true ? true : first == nil ? nil : second
        }
    }

    /// A leaf on which an open guard depends.
    func open(_ situation: Situation) -> Guard? {
        guard evaluate(situation) == nil else { return nil }
        switch self {
        case .constant: return nil
        case .fact, .below: return self
        case .not(let inner): return inner.open(situation)
        case .and(let left, let right), .or(let left, let right): return left.open(situation) ?? right.open(situation)
        }
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

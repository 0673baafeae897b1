import FlowModel

/// A test on one value, or on a pair of lists, that a condition is made of.
enum Atom: Hashable, Sendable {
    case present(SlotID)
    case equals(SlotID, Literal)
    /// The literal is folded.
    case equalsFolded(SlotID, Literal)
    case contains(SlotID, Literal)
    case matches(SlotID, PatternID)
    /// Not of a list with itself.
    case hasAll(SlotID, SlotID)
    /// The number is 1 to 255.
    case below(CounterID, Int)
}

/// A test, or what is known of it from types alone.
enum Test: Hashable, Sendable {
    case atom(Atom)
    case known(Bool)

    /// The test that a leaf of a condition is, nothing for `not`, `and` and `or`. A text is compared with texts, a list or map
    /// never equals one; counters count from 0 to 255.
    init?(_ condition: Condition, types: [ValueType]) {
        switch condition {
        case .constant(let value): self = .known(value)
        case .present(let slot): self = .atom(.present(slot))
        case .equals(let slot, let text, let ignoringCase):
            let literal = Literal(text)
            if types[slot].isCollection {
                self = .known(false)
            } else {
                self = .atom(ignoringCase ? .equalsFolded(slot, literal.folded) : .equals(slot, literal))
            }
        case .contains(let slot, let text): self = .atom(.contains(slot, Literal(text)))
        case .matches(let slot, let pattern):
            self = types[slot].isCollection ? .known(false) : .atom(.matches(slot, pattern))
        case .hasAll(let holder, let wanted):
            self = types[wanted] != .list || holder == wanted ? .known(true) : .atom(.hasAll(holder, wanted))
        case .below(let counter, let bound):
            self = (1...255).contains(bound) ? .atom(.below(counter, bound)) : .known(bound > 255)
        case .not, .and, .or: return nil
        }
    }
}

extension ValueType {
    /// Whether values have items or keys.
    var isCollection: Bool { self == .list || self == .map }
}

package import FlowModel

/// A test on one value, or on a pair of lists, that a condition is made of.
package enum Atom: Hashable, Sendable {
    case present(SlotID)
    case equals(SlotID, TextLiteral)
    /// The literal is folded.
    case equalsFolded(SlotID, TextLiteral)
    case contains(SlotID, TextLiteral)
    case matches(SlotID, PatternID)
    /// Not of a list with itself.
    case hasAll(SlotID, SlotID)
    /// The number is 1 to 255.
    case below(CounterID, Int)
}

/// A test of a condition as far as types decide it: an atom, or a known answer.
package enum AtomicTest: Hashable, Sendable {
    case atom(Atom)
    case known(Bool)

    /// The test of data of some types. A text is compared with texts, a list or map never equals one; counters count from 0 to
    /// 255.
    package init(_ test: ValueTest, types: [ValueType]) {
        switch test {
        case .present(let slot): self = .atom(.present(slot))
        case .equals(let slot, let text, let ignoringCase):
            let literal = TextLiteral(text)
            if types[slot].isCollection {
                self = .known(false)
            } else {
                self = .atom(ignoringCase ? .equalsFolded(slot, literal.folded) : .equals(slot, literal))
            }
        case .contains(let slot, let text): self = .atom(.contains(slot, TextLiteral(text)))
        case .matches(let slot, let pattern):
            self = types[slot].isCollection ? .known(false) : .atom(.matches(slot, pattern))
        case .hasAll(let holder, let wanted):
            self = types[wanted] != .list || holder == wanted ? .known(true) : .atom(.hasAll(holder, wanted))
        case .below(let counter, let bound):
            self = (1...255).contains(bound) ? .atom(.below(counter, bound)) : .known(bound > 255)
        }
    }
}

extension ValueType {
    /// Whether values have items or keys.
    package var isCollection: Bool { self == .list || self == .map }
}

extension Atom {
    /// Whether it holds for a text.
    package func holds(for text: TextLiteral, _ patterns: [Pattern]) -> Bool {
        switch self {
        case .present: true
        case .equals(_, let literal): text == literal
        case .equalsFolded(_, let literal): text.folded == literal
        case .contains(_, let literal): text.contains(literal)
        case .matches(_, let pattern): patterns[pattern].matches(text.bytes)
        case .hasAll, .below: false
        }
    }

    /// Whether it compares with a literal, or tests presence.
    package var isComparison: Bool { isPresence || literal != nil }

    /// Whether it tests presence.
    package var isPresence: Bool { if case .present = self { true } else { false } }

    /// Whether it is about two values, or about none.
    package var isOfTwo: Bool {
        switch self {
        case .hasAll, .below: true
        case .present, .equals, .equalsFolded, .contains, .matches: false
        }
    }

    /// The literal that the whole text is compared with.
    package var literal: TextLiteral? {
        switch self {
        case .equals(_, let literal), .equalsFolded(_, let literal): literal
        default: nil
        }
    }

    /// The slot or counter that is tested.
    package var slot: Int {
        switch self {
        case .present(let slot), .equals(let slot, _), .equalsFolded(let slot, _), .contains(let slot, _),
            .matches(let slot, _), .hasAll(let slot, _), .below(let slot, _):
            slot
        }
    }
}

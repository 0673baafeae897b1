package import FlowDiagnostics
package import FlowTable

/// An atomic formula: a test of one value, of two lists, or of a counter.
package enum Atom: Hashable, Sendable {
    case present(SlotID)
    /// The text equals the literal.
    case equals(SlotID, ByteString)
    /// Equality without regard to ASCII case. The literal is in lower case.
    case equalsFolded(SlotID, ByteString)
    /// The text contains the literal, or the list or map has it as an item or key.
    case contains(SlotID, ByteString)
    /// The whole text matches the pattern.
    case matches(SlotID, PatternID)
    /// The first slot, a list or a map, contains all items of the second, a list. The two slots differ.
    case hasAll(SlotID, SlotID)
    /// The counter is less than a number from 1 to 255.
    case below(CounterID, Int)
}

/// A test of a value, simplified by the types of the slots.
package enum AtomicTest: Hashable, Sendable {
    /// The test depends on the data.
    case atom(Atom)
    /// The types alone decide the test.
    case known(Bool)

    /// Simplifies a test for slots of the given types.
    ///
    /// A list or map never equals a text or matches a pattern. A counter has a value from 0 to `maxCounter`.
    package init(_ test: ValueTest, types: Table<Slot, SlotType>) {
        switch test {
        case .present(let slot): self = .atom(.present(slot))
        case .equals(let slot, let text, let ignoringCase):
            if types[slot].isCollection {
                self = .known(false)
            } else {
                self = .atom(ignoringCase ? .equalsFolded(slot, text.folded) : .equals(slot, text))
            }
        case .contains(let slot, let text): self = .atom(.contains(slot, text))
        case .matches(let slot, let pattern):
            self = types[slot].isCollection ? .known(false) : .atom(.matches(slot, pattern))
        case .hasAll(let holder, let wanted):
            // A wanted value that is no list has no items that the holder could lack, and each list has all of its own.
            let canFail = types[wanted] == .list && holder != wanted
            self = canFail ? .atom(.hasAll(holder, wanted)) : .known(true)
        case .below(let counter, let bound):
            let dependsOnData = (1...Self.maxCounter).contains(bound)
            self = dependsOnData ? .atom(.below(counter, bound)) : .known(bound > Self.maxCounter)
        }
    }

    private static let maxCounter = Int(UInt8.max)
}

extension SlotType {
    /// Whether values of the type have items or keys.
    package var isCollection: Bool { self == .list || self == .map }
}

extension Atom {
    /// Returns whether the atom is true of a present text. Returns false for atoms of two lists or of a counter.
    package func holds(for text: ByteString, _ patterns: Table<Pattern, Pattern>) -> Bool {
        switch self {
        case .present: true
        case .equals(_, let literal): text == literal
        case .equalsFolded(_, let literal): text.folded == literal
        case .contains(_, let literal): text.contains(literal)
        case .matches(_, let pattern): patterns[pattern].matches(text.utf8)
        case .hasAll, .below: false
        }
    }

    /// Whether the atom tests presence or equality with a literal.
    package var isComparison: Bool { isPresence || literal != nil }

    package var isPresence: Bool { if case .present = self { true } else { false } }

    /// Whether the atom tests a single slot.
    package var isUnary: Bool {
        switch self {
        case .present, .equals, .equalsFolded, .contains, .matches: true
        case .hasAll, .below: false
        }
    }

    /// The literal that the whole text is compared with, or nil for other tests.
    package var literal: ByteString? {
        switch self {
        case .equals(_, let literal), .equalsFolded(_, let literal): literal
        default: nil
        }
    }

    /// The tested slot, or nil for a test of a counter. For two lists, this is the first one.
    package var slot: SlotID? {
        switch self {
        case .present(let slot), .equals(let slot, _), .equalsFolded(let slot, _), .contains(let slot, _),
            .matches(let slot, _), .hasAll(let slot, _):
            slot
        case .below: nil
        }
    }
}

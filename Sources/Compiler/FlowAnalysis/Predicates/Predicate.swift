package import FlowIR

/// A predicate over a run's data: a test of a value, or a property of sessions.
package enum Predicate: Hashable, Sendable {
    case test(Atom)
    /// The session in a slot is used up: the service has accepted a request with it.
    case usedUp(SlotID)
    /// Two slots hold the same session. The first slot has the smaller number.
    case shared(SlotID, SlotID)

    /// The slots on which the predicate depends.
    package var slots: [SlotID] {
        switch self {
        case .test(.hasAll(let holder, let wanted)): [holder, wanted]
        case .test(let atom): atom.slot.map { [$0] } ?? []
        case .usedUp(let slot): [slot]
        case .shared(let first, let second): [first, second]
        }
    }

    /// Returns the same predicate over another slot. Returns nil if it is not a predicate over exactly one slot.
    func moved(to slot: SlotID) -> Predicate? {
        switch self {
        case .usedUp: .usedUp(slot)
        case .test(.present): .test(.present(slot))
        case .test(.equals(_, let text)): .test(.equals(slot, text))
        case .test(.equalsFolded(_, let text)): .test(.equalsFolded(slot, text))
        case .test(.contains(_, let text)): .test(.contains(slot, text))
        case .test(.matches(_, let pattern)): .test(.matches(slot, pattern))
        case .test(.hasAll), .test(.below), .shared: nil
        }
    }

    /// The predicate as a condition, or nil if no guard can express it.
    var condition: Condition? {
        switch self {
        case .usedUp, .shared: nil
        case .test(.present(let slot)): .present(slot)
        case .test(.equals(let slot, let text)): .equals(slot, text, ignoringCase: false)
        case .test(.equalsFolded(let slot, let text)): .equals(slot, text, ignoringCase: true)
        case .test(.contains(let slot, let text)): .contains(slot, text)
        case .test(.matches(let slot, let pattern)): .matches(slot, pattern)
        case .test(.hasAll(let holder, let wanted)): .hasAll(holder, wanted)
        case .test(.below(let counter, let bound)): .below(counter, bound)
        }
    }
}

/// The number of a predicate in a ``PredicateTable``.
package typealias PredicateID = ID<Predicate>

extension ID<Predicate> {
    /// The index of the word that has the predicate's bit in a mask.
    var word: Int { rawValue >> 6 }
    /// The predicate's bit in that word.
    var bit: UInt64 { 1 << UInt64(rawValue & 63) }
}

/// A literal: a predicate or its negation.
package struct Literal: Hashable, Comparable, Sendable {
    /// The number of the predicate, shifted left by one, with the value in the lowest bit.
    let code: Int32

    /// Creates the predicate or its negation. The lowest bit of the code is the value.
    package init(_ predicate: PredicateID, _ holds: Bool) { code = Int32(predicate.rawValue) << 1 | (holds ? 1 : 0) }

    package var predicate: PredicateID { PredicateID(Int(code >> 1)) }
    /// Whether the predicate is true.
    package var holds: Bool { code & 1 == 1 }

    /// Orders literals by predicate, with the negation first.
    package static func < (left: Literal, right: Literal) -> Bool { left.code < right.code }
}

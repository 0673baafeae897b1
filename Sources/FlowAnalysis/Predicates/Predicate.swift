package import FlowAutomata
package import FlowModel

/// Something about the data of a run that is true or false and that a guard or a need depends on.
package enum Predicate: Hashable, Sendable {
    /// A test of a value.
    case test(Atom)
    /// The session in a slot was used up: the service gave another answer for it than an error.
    case usedUp(SlotID)
    /// Two slots hold the same session; the first number is the smaller one.
    case shared(SlotID, SlotID)

    /// The values that it is about.
    package var slots: [SlotID] {
        switch self {
        case .test(.hasAll(let holder, let wanted)): [holder, wanted]
        case .test(let atom): [atom.slot]
        case .usedUp(let slot): [slot]
        case .shared(let first, let second): [first, second]
        }
    }

    /// The same fact about another value; nothing for a fact about two values.
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

    /// The fact as a condition; nothing where no guard can ask for it.
    var condition: Condition? {
        switch self {
        case .usedUp, .shared: nil
        case .test(.present(let slot)): .present(slot)
        case .test(.equals(let slot, let text)): .equals(slot, text.text, ignoringCase: false)
        case .test(.equalsFolded(let slot, let text)): .equals(slot, text.text, ignoringCase: true)
        case .test(.contains(let slot, let text)): .contains(slot, text.text)
        case .test(.matches(let slot, let pattern)): .matches(slot, pattern)
        case .test(.hasAll(let holder, let wanted)): .hasAll(holder, wanted)
        case .test(.below(let counter, let bound)): .below(counter, bound)
        }
    }
}

/// Number of a fact in a ``FactTable``.
package typealias PredicateID = Int32

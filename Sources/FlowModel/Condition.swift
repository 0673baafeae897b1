/// A condition on a flow's data.
package typealias Condition = BooleanTree<ValueTest>

/// A test of the data, of which conditions are made.
package enum ValueTest: Sendable, Hashable {
    /// A slot has a value. A fact holds if its slot has one.
    case present(SlotID)
    /// A text is a literal.
    case equals(SlotID, String, ignoringCase: Bool)
    /// A list has an item, a map a key, or a text a part.
    case contains(SlotID, String)
    /// A text has a form.
    case matches(SlotID, PatternID)
    /// A list, or the keys of a map, hold all items of a list.
    case hasAll(SlotID, SlotID)
    /// A counter is below a number.
    case below(CounterID, Int)

    /// Texts are the same byte by byte.
    package static func == (left: ValueTest, right: ValueTest) -> Bool {
        switch (left, right) {
        case (.present(let left), .present(let right)): left == right
        case (.equals(let slot, let text, let folds), .equals(let other, let otherText, let otherFolds)):
            slot == other && folds == otherFolds && text.utf8.elementsEqual(otherText.utf8)
        case (.contains(let slot, let text), .contains(let other, let otherText)):
            slot == other && text.utf8.elementsEqual(otherText.utf8)
        case (.matches(let slot, let pattern), .matches(let other, let otherPattern)):
            slot == other && pattern == otherPattern
        case (.hasAll(let slot, let list), .hasAll(let other, let otherList)): slot == other && list == otherList
        case (.below(let counter, let bound), .below(let other, let otherBound)):
            counter == other && bound == otherBound
        default: false
        }
    }
}

extension ValueTest {
    /// The slots that it looks at.
    package var slots: [SlotID] {
        switch self {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _): [slot]
        case .hasAll(let holder, let wanted): [holder, wanted]
        case .below: []
        }
    }
}

/// The tests as conditions, so that conditions are written as they are read.
extension BooleanTree<ValueTest> {
    /// A slot has a value.
    package static func present(_ slot: SlotID) -> Condition { .leaf(.present(slot)) }
    /// A text is a literal.
    package static func equals(_ slot: SlotID, _ text: String, ignoringCase: Bool) -> Condition {
        .leaf(.equals(slot, text, ignoringCase: ignoringCase))
    }
    /// A list has an item, a map a key, or a text a part.
    package static func contains(_ slot: SlotID, _ text: String) -> Condition { .leaf(.contains(slot, text)) }
    /// A text has a form.
    package static func matches(_ slot: SlotID, _ pattern: PatternID) -> Condition { .leaf(.matches(slot, pattern)) }
    /// A list, or the keys of a map, hold all items of a list.
    package static func hasAll(_ holder: SlotID, _ wanted: SlotID) -> Condition { .leaf(.hasAll(holder, wanted)) }
    /// A counter is below a number.
    package static func below(_ counter: CounterID, _ bound: Int) -> Condition { .leaf(.below(counter, bound)) }
}

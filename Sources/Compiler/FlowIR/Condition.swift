/// A condition on a flow's data.
package typealias Condition = BooleanTree<ValueTest>

/// A test of a value or a counter: a leaf of a condition.
package enum ValueTest: Sendable, Hashable {
    /// A slot has a value.
    case present(SlotID)
    /// A text equals a literal.
    case equals(SlotID, String, ignoringCase: Bool)
    /// A list contains an item, a map a key, or a text a substring.
    case contains(SlotID, String)
    /// A text matches a pattern.
    case matches(SlotID, PatternID)
    /// A list, or the keys of a map, contain all items of another list.
    case hasAll(SlotID, SlotID)
    /// A counter is below a number.
    case below(CounterID, Int)

    /// Returns whether two tests are the same. Texts are compared byte by byte.
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
    /// The slots that the test reads.
    package var slots: [SlotID] {
        switch self {
        case .present(let slot), .equals(let slot, _, _), .contains(let slot, _), .matches(let slot, _): [slot]
        case .hasAll(let holder, let wanted): [holder, wanted]
        case .below: []
        }
    }
}

// Conditions with a single test.
extension BooleanTree<ValueTest> {
    /// Returns the condition that a value is present.
    package static func present(_ slot: SlotID) -> Condition { .leaf(.present(slot)) }
    /// Returns the condition that a value equals a text.
    package static func equals(_ slot: SlotID, _ text: String, ignoringCase: Bool) -> Condition {
        .leaf(.equals(slot, text, ignoringCase: ignoringCase))
    }
    /// Returns the condition that a list contains an item, a map a key, or a text a substring.
    package static func contains(_ slot: SlotID, _ text: String) -> Condition { .leaf(.contains(slot, text)) }
    /// Returns the condition that a text matches a pattern.
    package static func matches(_ slot: SlotID, _ pattern: PatternID) -> Condition { .leaf(.matches(slot, pattern)) }
    /// Returns the condition that a list, or the keys of a map, contain all items of another list.
    package static func hasAll(_ holder: SlotID, _ wanted: SlotID) -> Condition { .leaf(.hasAll(holder, wanted)) }
    /// Returns the condition that a counter is below a bound.
    package static func below(_ counter: CounterID, _ bound: Int) -> Condition { .leaf(.below(counter, bound)) }
}

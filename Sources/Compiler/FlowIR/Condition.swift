package import FlowDiagnostics

/// A condition on a flow's data.
package typealias Condition = BooleanTree<ValueTest>

/// A test of a value or a counter: a leaf of a condition.
package enum ValueTest: Sendable, Hashable {
    case present(SlotID)
    /// A text equals a literal.
    case equals(SlotID, ByteString, ignoringCase: Bool)
    /// A list contains an item, a map a key, or a text a substring.
    case contains(SlotID, ByteString)
    case matches(SlotID, PatternID)
    /// A list, or the keys of a map, contain all items of another list.
    case hasAll(SlotID, SlotID)
    case below(CounterID, Int)
}

extension ValueTest {
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
    package static func present(_ slot: SlotID) -> Condition { .leaf(.present(slot)) }
    package static func equals(_ slot: SlotID, _ text: ByteString, ignoringCase: Bool) -> Condition {
        .leaf(.equals(slot, text, ignoringCase: ignoringCase))
    }
    /// Returns the condition that a list contains an item, a map a key, or a text a substring.
    package static func contains(_ slot: SlotID, _ text: ByteString) -> Condition { .leaf(.contains(slot, text)) }
    package static func matches(_ slot: SlotID, _ pattern: PatternID) -> Condition { .leaf(.matches(slot, pattern)) }
    /// Returns the condition that a list, or the keys of a map, contain all items of another list.
    package static func hasAll(_ holder: SlotID, _ wanted: SlotID) -> Condition { .leaf(.hasAll(holder, wanted)) }
    package static func below(_ counter: CounterID, _ bound: Int) -> Condition { .leaf(.below(counter, bound)) }
}

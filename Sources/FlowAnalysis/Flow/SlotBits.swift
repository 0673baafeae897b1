package import FlowModel

/// Some of the slots of a flow, a bit each.
package struct SlotBits: Sendable, Hashable {
    private var words: [UInt64]

    /// No slot of a flow with so many.
    package init(count: Int) {
        words = Array(repeating: 0, count: (count + 63) / 64)
    }

    /// Whether a slot is among them.
    package func contains(_ slot: SlotID) -> Bool { words[slot >> 6] >> UInt64(slot & 63) & 1 == 1 }

    /// Adds a slot.
    package mutating func insert(_ slot: SlotID) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

    /// Adds slots.
    package mutating func insert(_ slots: some Sequence<SlotID>) { for slot in slots { insert(slot) } }

    /// Takes a slot away.
    package mutating func remove(_ slot: SlotID) { words[slot >> 6] &= ~(1 << UInt64(slot & 63)) }

    /// Takes slots away.
    package mutating func remove(_ slots: some Sequence<SlotID>) { for slot in slots { remove(slot) } }

    /// Adds the slots of another set.
    package mutating func formUnion(_ other: SlotBits) {
        // A set that does not change stays shared.
        for index in words.indices where other.words[index] & ~words[index] != 0 { words[index] |= other.words[index] }
    }

    /// Leaves the slots that are in another set, too.
    package mutating func formIntersection(_ other: SlotBits) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Takes the slots of another set away.
    package mutating func subtract(_ other: SlotBits) {
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    /// The slots, in order.
    package var slots: [SlotID] {
        words.indices.flatMap { index in
            (0..<64).filter { words[index] >> UInt64($0) & 1 == 1 }.map { index * 64 + $0 }
        }
    }

    /// Whether there is none.
    package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
}

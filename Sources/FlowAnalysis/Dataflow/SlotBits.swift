package import FlowModel

/// A set of slots as bits.
///
/// The first 128 are stored inline: few flows have more, and a fixpoint copies sets constantly.
package struct SlotBits: Sendable, Hashable {
    private var head = SIMD2<UInt64>(repeating: 0)
    private var tail: [UInt64]

    /// Makes an empty set for a number of slots.
    package init(count: Int) {
        tail = Array(repeating: 0, count: max(0, count - 65) / 64)
    }

    /// Makes a set of slots with the capacity of an empty one.
    package init(_ slots: some Sequence<SlotID>, of nothing: SlotBits) {
        self = nothing
        insert(slots)
    }

    /// Whether it contains a slot.
    package func contains(_ slot: SlotID) -> Bool { self[word: slot >> 6] >> UInt64(slot & 63) & 1 == 1 }

    package mutating func insert(_ slot: SlotID) { self[word: slot >> 6] |= 1 << UInt64(slot & 63) }

    package mutating func insert(_ slots: some Sequence<SlotID>) { for slot in slots { insert(slot) } }

    package mutating func remove(_ slot: SlotID) { self[word: slot >> 6] &= ~(1 << UInt64(slot & 63)) }

    package mutating func remove(_ slots: some Sequence<SlotID>) { for slot in slots { remove(slot) } }

    package mutating func formUnion(_ other: SlotBits) {
        head |= other.head
        for index in tail.indices { tail[index] |= other.tail[index] }
    }

    package mutating func formIntersection(_ other: SlotBits) {
        head &= other.head
        for index in tail.indices { tail[index] &= other.tail[index] }
    }

    package mutating func subtract(_ other: SlotBits) {
        head &= ~other.head
        for index in tail.indices { tail[index] &= ~other.tail[index] }
    }

    /// The slots, in order.
    package var slots: [SlotID] {
        (0..<2 + tail.count).flatMap { index in
            (0..<64).filter { self[word: index] >> UInt64($0) & 1 == 1 }.map { index * 64 + $0 }
        }
    }

    package var isEmpty: Bool { head == SIMD2(repeating: 0) && tail.allSatisfy { $0 == 0 } }

    private subscript(word index: Int) -> UInt64 {
        get { index < 2 ? head[index] : tail[index - 2] }
        set { if index < 2 { head[index] = newValue } else { tail[index - 2] = newValue } }
    }
}

package import FlowModel

/// Some of the slots of a flow, a bit each.
///
/// The first 128 lie in the value itself: hardly a flow has more, and a fixpoint copies sets all the time.
package struct SlotBits: Sendable, Hashable {
    private var head = SIMD2<UInt64>(repeating: 0)
    private var tail: [UInt64]

    /// No slot of a flow with so many.
    package init(count: Int) {
        tail = Array(repeating: 0, count: max(0, count - 65) / 64)
    }

    /// Some slots of a flow that has as many as an empty set was made for.
    package init(_ slots: some Sequence<SlotID>, of nothing: SlotBits) {
        self = nothing
        insert(slots)
    }

    /// Whether a slot is among them.
    package func contains(_ slot: SlotID) -> Bool { self[word: slot >> 6] >> UInt64(slot & 63) & 1 == 1 }

    /// Adds a slot.
    package mutating func insert(_ slot: SlotID) { self[word: slot >> 6] |= 1 << UInt64(slot & 63) }

    /// Adds slots.
    package mutating func insert(_ slots: some Sequence<SlotID>) { for slot in slots { insert(slot) } }

    /// Takes a slot away.
    package mutating func remove(_ slot: SlotID) { self[word: slot >> 6] &= ~(1 << UInt64(slot & 63)) }

    /// Takes slots away.
    package mutating func remove(_ slots: some Sequence<SlotID>) { for slot in slots { remove(slot) } }

    /// Adds the slots of another set.
    package mutating func formUnion(_ other: SlotBits) {
        head |= other.head
        for index in tail.indices { tail[index] |= other.tail[index] }
    }

    /// Leaves the slots that are in another set, too.
    package mutating func formIntersection(_ other: SlotBits) {
        head &= other.head
        for index in tail.indices { tail[index] &= other.tail[index] }
    }

    /// Takes the slots of another set away.
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

    /// Whether there is none.
    package var isEmpty: Bool { head == SIMD2(repeating: 0) && tail.allSatisfy { $0 == 0 } }

    private subscript(word index: Int) -> UInt64 {
        get { index < 2 ? head[index] : tail[index - 2] }
        set { if index < 2 { head[index] = newValue } else { tail[index - 2] = newValue } }
    }
}

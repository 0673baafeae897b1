package import FlowIR

/// A set of slots as a bit set.
///
/// The first 128 slots are stored inline, because few flows have more and the analyses copy sets frequently.
package struct SlotBits: Sendable, Hashable {
    /// The bits of the first 128 slots.
    private var head = SIMD2<UInt64>(repeating: 0)
    /// The bits of the other slots, 64 in each word.
    private var tail: [UInt64]

    private static let inlineCount = 2 * UInt64.bitWidth

    /// Creates an empty set, which can contain the first `count` slots.
    package init(count: Int) {
        let others = max(0, count - Self.inlineCount)
        tail = Array(repeating: 0, count: (others + UInt64.bitWidth - 1) / UInt64.bitWidth)
    }

    package init(_ slots: some Sequence<SlotID>, of empty: SlotBits) {
        self = empty
        insert(slots)
    }

    package func contains(_ slot: SlotID) -> Bool { self[word: Self.word(of: slot)] & Self.bit(of: slot) != 0 }

    package mutating func insert(_ slot: SlotID) { self[word: Self.word(of: slot)] |= Self.bit(of: slot) }

    package mutating func insert(_ slots: some Sequence<SlotID>) { for slot in slots { insert(slot) } }

    /// Removes a slot, if the set contains it.
    package mutating func remove(_ slot: SlotID) { self[word: Self.word(of: slot)] &= ~Self.bit(of: slot) }

    package mutating func remove(_ slots: some Sequence<SlotID>) { for slot in slots { remove(slot) } }

    /// Inserts a slot if `isMember` is true, and otherwise removes it.
    package mutating func set(_ slot: SlotID, _ isMember: Bool) { if isMember { insert(slot) } else { remove(slot) } }

    /// Adds the members of another set, which must have the same capacity. Returns whether this changed the set.
    @discardableResult
    package mutating func formUnion(_ other: SlotBits) -> Bool {
        let before = head
        head |= other.head
        var isChanged = head != before
        for index in tail.indices where other.tail[index] & ~tail[index] != 0 {
            tail[index] |= other.tail[index]
            isChanged = true
        }
        return isChanged
    }

    /// Removes the members that are not in another set, which must have the same capacity. Returns whether this changed
    /// the set.
    @discardableResult
    package mutating func formIntersection(_ other: SlotBits) -> Bool {
        let before = head
        head &= other.head
        var isChanged = head != before
        for index in tail.indices where tail[index] & ~other.tail[index] != 0 {
            tail[index] &= other.tail[index]
            isChanged = true
        }
        return isChanged
    }

    /// Removes the members that are also in another set. Both sets must have the same capacity.
    package mutating func subtract(_ other: SlotBits) {
        head &= ~other.head
        for index in tail.indices { tail[index] &= ~other.tail[index] }
    }

    /// The members of the set, in order.
    package var slots: [SlotID] {
        (0..<SlotID((2 + tail.count) * UInt64.bitWidth)).filter { contains($0) }
    }

    /// Whether the set has no members.
    package var isEmpty: Bool { head == SIMD2(repeating: 0) && tail.allSatisfy { $0 == 0 } }

    /// Returns the index of the word that has the bit of a slot. A word has 64 (2⁶) bits.
    private static func word(of slot: SlotID) -> Int { slot.rawValue >> 6 }

    /// Returns a mask with the slot's bit. The index of the bit in its word is the slot's number modulo 64.
    private static func bit(of slot: SlotID) -> UInt64 { 1 << UInt64(slot.rawValue & 63) }

    /// The bits of the 64 consecutive slots from `64 * index`.
    private subscript(word index: Int) -> UInt64 {
        get { index < 2 ? head[index] : tail[index - 2] }
        set { if index < 2 { head[index] = newValue } else { tail[index - 2] = newValue } }
    }
}

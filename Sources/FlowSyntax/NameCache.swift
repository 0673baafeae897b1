/// A hash table from libxml2's interned names to element and attribute names, for one parse.
///
/// libxml2 returns the same pointer for the same name, so the table compares addresses. It does not grow: when it is
/// half full, further names are looked up by their spelling each time. The grammars have fewer names than that.
struct NameCache {
    private static let slotBits = 9
    private static let slotCount = 1 << slotBits

    /// The address of the name in each slot; 0 if the slot is free.
    private var keys = [UInt](repeating: 0, count: NameCache.slotCount)
    private var values = [(ElementName, AttributeName)](repeating: (.unknown, .unknown), count: NameCache.slotCount)
    private var count = 0

    /// Returns the element name and the attribute name with the spelling of an interned name, and caches them.
    mutating func names(at pointer: UnsafePointer<UInt8>) -> (element: ElementName, attribute: AttributeName) {
        let key = UInt(bitPattern: pointer)
        // Fibonacci hashing: the high bits of the product select the slot.
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> UInt(UInt.bitWidth - Self.slotBits))
        while keys[slot] != key {
            if keys[slot] == 0 { return lookUp(key, pointer, freeSlot: slot) }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return values[slot]
    }

    /// Looks up a name by its spelling, stores it in a free slot unless the table is half full, and returns it.
    private mutating func lookUp(
        _ key: UInt, _ pointer: UnsafePointer<UInt8>, freeSlot slot: Int
    ) -> (element: ElementName, attribute: AttributeName) {
        let spelling = String(cString: pointer)
        let names = (ElementName(spelling: spelling), AttributeName(spelling: spelling))
        if count < Self.slotCount / 2 {
            count += 1
            keys[slot] = key
            values[slot] = names
        }
        return names
    }
}

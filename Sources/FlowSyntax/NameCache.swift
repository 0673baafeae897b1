/// Maps libxml2's interned name pointers to our enumerations in one parse.
///
/// A name always has the same address in one parse, so after its first use a lookup costs one comparison. The table
/// does not grow. Names beyond its size, which occur in no grammar, are looked up again each time.
struct NameCache {
    private var keys = [UInt](repeating: 0, count: 512)
    private var values = [(ElementName, AttributeName)](repeating: (.unknown, .unknown), count: 512)
    private var count = 0

    /// Returns the element and the attribute of an interned name.
    mutating func names(_ pointer: UnsafePointer<UInt8>) -> (element: ElementName, attribute: AttributeName) {
        let key = UInt(bitPattern: pointer)
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (UInt(UInt.bitWidth) - 9))
        while keys[slot] != key {
            if keys[slot] == 0 { return add(key, pointer, slot) }
            slot = (slot + 1) & 511
        }
        return values[slot]
    }

    private mutating func add(
        _ key: UInt, _ pointer: UnsafePointer<UInt8>, _ slot: Int
    ) -> (element: ElementName, attribute: AttributeName) {
        let spelling = String(cString: pointer)
        let names = (ElementName(spelling: spelling), AttributeName(spelling: spelling))
        if count < 256 {
            count += 1
            keys[slot] = key
            values[slot] = names
        }
        return names
    }
}

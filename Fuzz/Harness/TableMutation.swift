import TestSupport

/// Changes of tables that leave every part where it is: a byte more or less would move all that follows.
enum TableMutation {
    /// One to eight changes.
    static func change(_ bytes: UnsafeMutableRawBufferPointer, _ random: inout Seeded) {
        guard !bytes.isEmpty else { return }
        for _ in 0...random.below(8) { changeOnce(bytes, &random) }
    }

    private static func changeOnce(_ bytes: UnsafeMutableRawBufferPointer, _ random: inout Seeded) {
        let place = random.below(bytes.count)
        switch random.below(7) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes[place] ^= 1 << UInt8(random.below(8))
        case 2: bytes[place] = random.one(of: 0, 0xFF, 0x7F, 0x80, 1)
        case 3: bytes[place] &+= random.one(of: 1, 0xFF, 4)
        case 4: bytes[place] = bytes[random.below(bytes.count)]
        case 5: bytes.swapAt(place, random.below(bytes.count))
        default:
            let source = random.below(bytes.count)
            let count = min(1 + random.below(16), bytes.count - max(source, place))
            for offset in 0..<count { bytes[place + offset] = bytes[source + offset] }
        }
    }
}

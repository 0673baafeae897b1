/// What a code carries: data and error correction, in the order in which modules take them.
enum QRCodewords {
    /// Bytes as data codewords: mode, count, bytes, end, padding (section 7.4).
    private static func data(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits = BitWriter()
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: version.countBits)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        // Four zeros end the data, fewer if there is no room; the rest of the byte is zero, too.
        var words = bits.bytes
        var padding: [UInt8] = [0xEC, 0x11]
        while words.count < version.dataLength {
            words.append(padding[0])
            padding.swapAt(0, 1)
        }
        return Array(words.prefix(version.dataLength))
    }

    /// All codewords: first the data of all blocks in turn, then their error correction in turn (section 7.6).
    static func interleaved(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var rest = data(bytes, version)[...]
        let blocks = version.blockLengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
        let generator = GaloisField.generator(degree: version.correctionLength)
        let corrections = blocks.map { GaloisField.remainder(of: $0, by: generator)[...] }
        return inTurn(blocks) + inTurn(corrections)
    }

    private static func inTurn(_ blocks: [ArraySlice<UInt8>]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { place in blocks.compactMap { $0.dropFirst(place).first } }
    }
}

/// Bits put together to bytes, the highest first.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 0

    /// Adds the lowest `count` bits of a number.
    mutating func append(_ number: Int, count: Int) {
        for place in stride(from: count - 1, through: 0, by: -1) {
            if used % 8 == 0 { bytes.append(0) }
            bytes[used / 8] |= UInt8(number >> place & 1) << (7 - used % 8)
            used += 1
        }
    }
}

import FlowTable

/// Writes the length and the checksum of a table where they belong, so that what is behind them is reached.
enum TableRepair {
    static func repair(_ bytes: UnsafeMutableRawBufferPointer) {
        guard bytes.count >= TableFormat.headerSize else { return }
        bytes.storeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian, toByteOffset: 12, as: UInt32.self)
        let sum = Checksum.of(UnsafeRawBufferPointer(bytes), from: 12)
        bytes.storeBytes(of: sum.littleEndian, toByteOffset: 8, as: UInt32.self)
    }
}

/// The checksum of a table: FNV-1a, 32 bits. Changing a single byte always changes it.
package enum Checksum {
    /// Returns the checksum of `bytes` from offset `start` to the end.
    package static func of(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt32 {
        let (offsetBasis, prime): (UInt32, UInt32) = (0x811C_9DC5, 0x0100_0193)
        var hash = offsetBasis
        var index = start
        while index < bytes.count {
            hash = (hash ^ UInt32(bytes[index])) &* prime
            index &+= 1
        }
        return hash
    }
}

/// Memory for a number that may be secret, overwritten with zeros when it goes.
///
/// The count is public, the content never decides on a branch or an address. What reads or writes through ``start`` keeps
/// the value alive: its end comes after all uses of memory in the scope that holds it.
package struct Limbs: ~Copyable {
    /// Number of limbs.
    let count: Int
    /// The limbs, the least significant first.
    let start: UnsafeMutablePointer<UInt64>

    /// Zero in that many limbs, one at least.
    init(count: Int) {
        self.count = max(count, 1)
        start = .allocate(capacity: self.count)
        start.initialize(repeating: 0, count: self.count)
    }

    /// The number that bytes hold, the most significant first; none are zero.
    package init(bytes: some RandomAccessCollection<UInt8>) {
        self.init(count: (bytes.count + 7) / 8)
        var place = 0
        for byte in bytes.reversed() {
            // Not by |=, which the thread sanitizer of Swift 6.3 makes a wrong module of.
            let limb = start + (place >> 3)
            limb.pointee = limb.pointee | UInt64(byte) << UInt64(8 * (place & 7))
            place += 1
        }
    }

    deinit {
        erase(start, count)
        start.deallocate()
    }

    /// The bytes, eight a limb, the most significant first.
    package func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * count)
        for index in stride(from: count - 1, through: 0, by: -1) {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: start[index] >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Whether the number is zero. Only the answer shows in the time it takes.
    var isZero: Bool {
        var all: UInt64 = 0
        for index in 0..<count { all |= start[index] }
        return isZeroBit(all) == 1
    }
}

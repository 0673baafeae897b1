/// A multi-precision number whose memory is zeroed when it is released. It may be secret.
///
/// The count is public. The content never determines a branch or an address. Code that uses ``start`` must keep the
/// value alive until after the last access.
package struct Limbs: ~Copyable {
    /// The number of limbs.
    let count: Int
    /// The limbs, least significant first.
    let start: UnsafeMutablePointer<UInt64>

    /// Creates zero with a number of limbs. It has at least one, even if `count` is zero.
    init(count: Int) {
        self.count = max(count, 1)
        start = .allocate(capacity: self.count)
        start.initialize(repeating: 0, count: self.count)
    }

    /// Creates the number that big-endian bytes represent. Without bytes, the number is zero.
    package init(bytes: some RandomAccessCollection<UInt8>) {
        self.init(count: (bytes.count + 7) / 8)
        var place = 0
        for byte in bytes.reversed() {
            // Not |=, for which the ThreadSanitizer of Swift 6.3 generates a broken module.
            let limb = start + (place >> 3)
            limb.pointee = limb.pointee | UInt64(byte) << UInt64(8 * (place & 7))
            place += 1
        }
    }

    deinit {
        erase(start, count)
        start.deallocate()
    }

    /// Returns the number as big-endian bytes, eight per limb.
    package func bytes() -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(8 * count)
        for index in stride(from: count - 1, through: 0, by: -1) {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: start[index] >> UInt64(shift)))
            }
        }
        return result
    }

    /// Whether the number is zero. The time depends on the result only.
    var isZero: Bool {
        var union: UInt64 = 0
        for index in 0..<count { union |= start[index] }
        return zeroBit(of: union) == 1
    }
}

/// A multi-precision number, which may be secret. Its memory is zeroed when it is released.
///
/// The count is public. The content never determines a branch or an address. Code that uses ``start`` must keep the
/// value alive until after the last access.
package struct Limbs: ~Copyable {
    let count: Int
    /// The limbs, least significant first.
    let start: UnsafeMutablePointer<UInt64>

    /// Creates zero with `count` limbs, or with one limb if `count` is zero.
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

    /// Returns `self` + `left` * `right`, not reduced mod N.
    ///
    /// The client's exponent in SRP is such a sum, a + u * x. N is not the order of the group, so the exponent must not
    /// be reduced mod N.
    package borrowing func adding(_ left: borrowing Limbs, times right: borrowing Limbs) -> Limbs {
        // The product of numbers of m and n bits is at most 2^(m+n) - 2^m - 2^n + 1. Adding a number of at most
        // max(m, n) bits therefore does not overflow.
        let product = left.count + right.count
        let sum = Limbs(count: count <= max(left.count, right.count) ? product : max(product, count) + 1)
        sum.start.update(from: start, count: count)
        // Schoolbook multiplication: each row adds one limb of `left` times `right`.
        for row in 0..<left.count {
            var carry: UInt64 = 0
            for column in 0..<right.count {
                let place = sum.start + row + column
                (carry, place.pointee) = Montgomery.multiplyAdd(
                    left.start[row], right.start[column], place.pointee, carry)
            }
            // The carry continues into the higher limbs.
            for index in (row + right.count)..<sum.count {
                let (next, overflow) = sum.start[index].addingReportingOverflow(carry)
                sum.start[index] = next
                carry = bit(overflow)
            }
        }
        return sum
    }
}

/// Montgomery multiplication mod N over raw limbs (P. Montgomery, "Modular multiplication without trial division",
/// 1985; in the CIOS form of Koç, Acar and Kaliski).
///
/// Every function works on ``Group/limbCount`` limbs and takes the same branches for all values.
enum Montgomery {
    /// The number of scratch limbs that a multiplication needs.
    static let scratchCount = 2 * Group.limbCount + 1

    /// Returns `left` * `right` + `addend` + `carry`, which always fits into two limbs.
    @inline(__always)
    static func multiplyAdd(
        _ left: UInt64, _ right: UInt64, _ addend: UInt64, _ carry: UInt64
    ) -> (high: UInt64, low: UInt64) {
        var (high, low) = left.multipliedFullWidth(by: right)
        var overflow: Bool
        (low, overflow) = low.addingReportingOverflow(addend)
        high = high &+ bit(overflow)
        (low, overflow) = low.addingReportingOverflow(carry)
        high = high &+ bit(overflow)
        return (high, low)
    }

    /// Computes `result` = `left` * `right` / R mod N.
    ///
    /// The result is below N if one factor is. `result` and a factor may be the same memory.
    static func multiply(
        _ result: UnsafeMutablePointer<UInt64>, _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>,
        scratch: UnsafeMutablePointer<UInt64>
    ) {
        let count = Group.limbCount
        let modulus = Group.modulus
        let sum = scratch
        sum.update(repeating: 0, count: count + 1)
        var row = 0
        while row < count {
            // Adds `left` * `factor` and the multiple of N that makes the lowest limb zero, which is then dropped.
            let factor = right[row]
            var (carry, low) = multiplyAdd(left[0], factor, sum[0], 0)
            let quotient = low &* Group.factor
            var (modulusCarry, _) = multiplyAdd(quotient, modulus[0], low, 0)
            var column = 1
            while column < count {
                (carry, low) = multiplyAdd(left[column], factor, sum[column], carry)
                (modulusCarry, sum[column &- 1]) = multiplyAdd(quotient, modulus[column], low, modulusCarry)
                column &+= 1
            }
            let (partial, firstCarry) = carry.addingReportingOverflow(modulusCarry)
            let (top, secondCarry) = partial.addingReportingOverflow(sum[count])
            sum[count &- 1] = top
            sum[count] = bit(firstCarry) &+ bit(secondCarry)
            row &+= 1
        }
        reduce(result, sum, high: sum[count], scratch: scratch + count + 1)
    }

    /// Computes `result` = `value` mod N, where `high` is the limb above `value`.
    ///
    /// `value` with its limb `high` must be below 2 N, so that at most one subtraction of N is needed.
    static func reduce(
        _ result: UnsafeMutablePointer<UInt64>, _ value: UnsafePointer<UInt64>, high: UInt64,
        scratch: UnsafeMutablePointer<UInt64>
    ) {
        let borrow = subtract(scratch, value, Group.modulus)
        // The value is below N if the subtraction borrows, and `high` is zero and so cannot cover the borrow.
        let keepsValueMask = barrier(0 &- (borrow & (high ^ 1)))
        select(result, keepsValueMask, value, scratch)
    }

    /// Computes `result` = `left` - `right` mod R.
    /// - Returns: the borrow: 1 if the difference is negative, else 0.
    static func subtract(
        _ result: UnsafeMutablePointer<UInt64>, _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>
    ) -> UInt64 {
        var borrow: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let (partial, firstBorrow) = left[index].subtractingReportingOverflow(right[index])
            let (difference, secondBorrow) = partial.subtractingReportingOverflow(borrow)
            result[index] = difference
            borrow = bit(firstBorrow) | bit(secondBorrow)
            index &+= 1
        }
        return borrow
    }

    /// Computes `result` = `left` + (`right` & `mask`) mod R.
    /// - Returns: the carry, 0 or 1.
    static func add(
        _ result: UnsafeMutablePointer<UInt64>, _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>,
        mask: UInt64
    ) -> UInt64 {
        var carry: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let (partial, firstCarry) = left[index].addingReportingOverflow(right[index] & mask)
            let (sum, secondCarry) = partial.addingReportingOverflow(carry)
            result[index] = sum
            carry = bit(firstCarry) | bit(secondCarry)
            index &+= 1
        }
        return carry
    }

    /// Computes `result` = `left` if `mask` is all ones, or `right` if it is zero.
    private static func select(
        _ result: UnsafeMutablePointer<UInt64>, _ mask: UInt64, _ left: UnsafePointer<UInt64>,
        _ right: UnsafePointer<UInt64>
    ) {
        var index = 0
        while index < Group.limbCount {
            result[index] = (left[index] & mask) | (right[index] & ~mask)
            index &+= 1
        }
    }
}

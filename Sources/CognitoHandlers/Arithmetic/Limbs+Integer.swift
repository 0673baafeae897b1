extension Limbs {
    /// Returns `self` + `left` * `right` as an integer, not reduced mod N.
    ///
    /// The client's exponent in SRP is such a sum, a + u * x. N is not the order of the group, so the exponent must not
    /// be reduced mod N.
    package borrowing func adding(_ left: borrowing Limbs, times right: borrowing Limbs) -> Limbs {
        // A product is at most 2^(m+n) - 2^m - 2^n + 1, so adding a number of at most m or n bits does not overflow.
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
            for place in (row + right.count)..<max(sum.count, row + right.count) {
                let (next, overflow) = sum.start[place].addingReportingOverflow(carry)
                sum.start[place] = next
                carry = bit(overflow)
            }
        }
        return sum
    }
}

extension Residue {
    /// Returns the sum mod N.
    package static func + (left: borrowing Residue, right: borrowing Residue) -> Residue {
        let sum = Residue()
        let scratch = Limbs(count: Group.limbCount)
        let carry = Montgomery.add(sum.limbs.start, left.limbs.start, right.limbs.start, mask: ~0)
        Montgomery.reduce(sum.limbs.start, sum.limbs.start, high: carry, scratch: scratch.start)
        return sum
    }

    /// Returns the difference mod N.
    package static func - (left: borrowing Residue, right: borrowing Residue) -> Residue {
        let difference = Residue()
        let borrow = Montgomery.subtract(difference.limbs.start, left.limbs.start, right.limbs.start)
        // A negative difference becomes positive by adding N. The carry cancels the borrow.
        let negativeMask = barrier(0 &- borrow)
        _ = Montgomery.add(difference.limbs.start, difference.limbs.start, Group.modulus, mask: negativeMask)
        return difference
    }

    /// Returns the product mod N.
    package static func * (left: borrowing Residue, right: borrowing Residue) -> Residue {
        // Each Montgomery product divides by R, which the factor R^2 compensates.
        left.product(with: Group.squareOfRadix).product(with: right.limbs.start)
    }

    /// Returns whether two residues are equal. The time depends on the result only.
    package static func == (left: borrowing Residue, right: borrowing Residue) -> Bool {
        (left - right).isZero
    }
}

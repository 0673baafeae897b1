extension Residue {
    /// The window size in bits. Six bits are at most 63, so multiplying by 2 to that power shifts by less than a limb.
    private static let shiftBits = 6

    /// Returns the generator 2 to the power of an exponent, mod N.
    ///
    /// Each window takes six squarings and one shift. For another base, it would also take a multiplication. Neither the
    /// order of operations nor an address depends on the exponent.
    package static func powerOfGenerator(_ exponent: borrowing Limbs) -> Residue {
        let scratch = Limbs(count: Montgomery.scratchCount)
        let one = Residue(1)
        let result = Residue()
        let accumulator = result.limbs.start
        Montgomery.multiply(accumulator, one.limbs.start, Group.squareOfRadix, scratch: scratch.start)
        let bits = exponent.count * 64
        for window in stride(from: (bits - 1) / shiftBits, through: 0, by: -1) {
            for _ in 0..<shiftBits {
                Montgomery.multiply(accumulator, accumulator, accumulator, scratch: scratch.start)
            }
            shift(accumulator, by: digit(of: exponent, at: window * shiftBits), scratch: scratch.start)
        }
        // Multiplication by 1 converts from Montgomery form.
        Montgomery.multiply(accumulator, accumulator, one.limbs.start, scratch: scratch.start)
        return result
    }

    /// Returns the ``shiftBits`` bits of an exponent that start at a bit position. Bits above the exponent are zero.
    private static func digit(of exponent: borrowing Limbs, at position: Int) -> UInt64 {
        let (limb, offset) = (position >> 6, UInt64(position & 63))
        var digit = exponent.start[limb] &>> offset
        // A window may extend into the next limb.
        let isSplit = offset > UInt64(64 - shiftBits)
        if isSplit, limb + 1 < exponent.count { digit |= exponent.start[limb + 1] &<< (64 &- offset) }
        return digit & (1 << UInt64(shiftBits) - 1)
    }

    /// Computes `value` = `value` * 2^`count` mod N, for a count below 64.
    ///
    /// The bits that are shifted out are a multiple of R. For each R, the function adds R - N, which is R mod N. The sum
    /// of these terms is below 2^3008, so the total is below 2 R.
    private static func shift(
        _ value: UnsafeMutablePointer<UInt64>, by count: UInt64, scratch: UnsafeMutablePointer<UInt64>
    ) {
        var shiftedOut: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let limb = value[index]
            value[index] = limb &<< count | shiftedOut
            // Two shifts, since for a count of 0 a single shift by 64 would do nothing.
            shiftedOut = (limb &>> 1) &>> (63 &- count)
            index &+= 1
        }
        let carry = addComplement(value, times: shiftedOut)
        _ = addComplement(value, times: carry)
        Montgomery.reduce(value, value, high: 0, scratch: scratch)
    }

    /// Computes `value` = `value` + `factor` * (R - N) mod R.
    ///
    /// The lowest limb of R - N is 1. The others are the inverted limbs of N.
    /// - Returns: the carry, which is the limb above the sum.
    private static func addComplement(_ value: UnsafeMutablePointer<UInt64>, times factor: UInt64) -> UInt64 {
        var carry: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let limb = index == 0 ? 1 : ~Group.modulus[index]
            (carry, value[index]) = Montgomery.multiplyAdd(limb, factor, value[index], carry)
            index &+= 1
        }
        return carry
    }
}

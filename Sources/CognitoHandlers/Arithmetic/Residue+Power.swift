extension Residue {
    /// The window size in bits.
    private static let windowBits = 4

    /// Returns this number to the power of an exponent, mod N.
    ///
    /// The exponent is divided into windows of four bits. Each window takes four squarings and one multiplication. The
    /// factor is selected from all sixteen powers under masks, so neither the order of operations nor an address depends
    /// on the exponent.
    package borrowing func power(_ exponent: borrowing Limbs) -> Residue {
        let count = Group.limbCount
        let scratch = Limbs(count: Montgomery.scratchCount)
        let powers = powers(scratch: scratch)
        let chosen = Limbs(count: count)
        let result = Residue()
        let accumulator = result.limbs.start
        accumulator.update(from: powers.start, count: count)
        for window in stride(from: exponent.count * 64 / Self.windowBits - 1, through: 0, by: -1) {
            for _ in 0..<Self.windowBits {
                Montgomery.multiply(accumulator, accumulator, accumulator, scratch: scratch.start)
            }
            let position = window * Self.windowBits
            let digit = (exponent.start[position >> 6] >> UInt64(position & 63)) & (1 << UInt64(Self.windowBits) - 1)
            Self.select(chosen, from: powers, at: digit)
            Montgomery.multiply(accumulator, accumulator, chosen.start, scratch: scratch.start)
        }
        // Multiplication by 1 converts from Montgomery form.
        let one = Residue(1)
        Montgomery.multiply(accumulator, accumulator, one.limbs.start, scratch: scratch.start)
        return result
    }

    /// Returns the powers 0 to 15 of this number in Montgomery form, one after the other.
    private borrowing func powers(scratch: borrowing Limbs) -> Limbs {
        let count = Group.limbCount
        let powers = Limbs(count: count << Self.windowBits)
        let one = Residue(1)
        Montgomery.multiply(powers.start, one.limbs.start, Group.squareOfRadix, scratch: scratch.start)
        let first = powers.start + count
        Montgomery.multiply(first, limbs.start, Group.squareOfRadix, scratch: scratch.start)
        for exponent in 2..<(1 << Self.windowBits) {
            let place = powers.start + exponent * count
            Montgomery.multiply(place, place - count, first, scratch: scratch.start)
        }
        return powers
    }

    /// Copies the entry at an index to `chosen`.
    ///
    /// It reads the whole table under masks, so that memory accesses do not reveal the index.
    private static func select(_ chosen: borrowing Limbs, from table: borrowing Limbs, at index: UInt64) {
        let count = Group.limbCount
        chosen.start.update(repeating: 0, count: count)
        for entry in 0..<(1 << windowBits) {
            let mask = barrier(0 &- zeroBit(of: UInt64(entry) ^ index))
            let start = table.start + entry * count
            var limb = 0
            while limb < count {
                chosen.start[limb] |= start[limb] & mask
                limb &+= 1
            }
        }
    }
}

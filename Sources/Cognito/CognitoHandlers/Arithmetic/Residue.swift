/// A number mod N, which may be secret. Its arithmetic is constant-time. Its memory is zeroed when it is released.
///
/// N and R are those of ``Montgomery``.
///
/// Release builds are constant-time, which `.ci/check-constant-time` measures; in debug builds carries are branches.
/// The number of input bytes and of an exponent's limbs is public.
package struct Residue: ~Copyable {
    /// The limbs; below N.
    let limbs: Limbs

    init() { limbs = Limbs(count: Group.limbCount) }

    /// Creates a number below 256.
    package init(_ small: UInt8) {
        self.init()
        limbs.start[0] = UInt64(small)
    }

    /// Creates the number that big-endian bytes represent, mod N. Any number of bytes is allowed.
    package init(_ bytes: [UInt8]) {
        var sum = Residue()
        var start = 0
        while start < bytes.count {
            // Horner's rule: the number so far times R, plus the next chunk. Only the first chunk may be short.
            let end = start + (bytes.count - start - 1) % Group.byteCount + 1
            let piece = Residue(reducing: Limbs(bytes: bytes[start..<end]))
            sum = sum.product(with: Group.squareOfRadix) + piece
            start = end
        }
        self = sum
    }

    /// Creates a number of at most ``Group/limbCount`` limbs, reduced mod N.
    ///
    /// The number is below R and R is below 2 N, so one subtraction is enough.
    private init(reducing number: borrowing Limbs) {
        self.init()
        limbs.start.update(from: number.start, count: min(number.count, Group.limbCount))
        let scratch = Limbs(count: Group.limbCount)
        Montgomery.reduce(limbs.start, limbs.start, high: 0, scratch: scratch.start)
    }

    /// Returns the number as ``Group/byteCount`` big-endian bytes.
    package borrowing func bytes() -> [UInt8] { limbs.bytes() }

    /// Whether the number is zero mod N. The time depends on the result only.
    package var isZero: Bool { limbs.isZero }

    /// Returns `self` * `factor` / R mod N, the Montgomery product.
    package borrowing func product(with factor: UnsafePointer<UInt64>) -> Residue {
        let result = Residue()
        let scratch = Limbs(count: Montgomery.scratchCount)
        Montgomery.multiply(result.limbs.start, limbs.start, factor, scratch: scratch.start)
        return result
    }

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

    /// The window size of ``power(_:)`` in bits.
    private static let windowBits = 4

    /// Returns this number to the power of an exponent, mod N.
    ///
    /// The exponent is divided into windows of four bits. Each window takes four squarings and one multiplication. The
    /// factor is selected from all sixteen powers under masks, so neither the order of operations nor an address
    /// depends on the exponent.
    package borrowing func power(_ exponent: borrowing Limbs) -> Residue {
        let count = Group.limbCount
        let scratch = Limbs(count: Montgomery.scratchCount)
        let powers = powers(scratch: scratch)
        let chosen = Limbs(count: count)
        let result = Residue()
        let accumulator = result.limbs.start
        // The power 0 is 1 in Montgomery form.
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
        let power1 = powers.start + count
        Montgomery.multiply(power1, limbs.start, Group.squareOfRadix, scratch: scratch.start)
        for exponent in 2..<(1 << Self.windowBits) {
            let place = powers.start + exponent * count
            Montgomery.multiply(place, place - count, power1, scratch: scratch.start)
        }
        return powers
    }

    /// Copies the entry at an index to `chosen`.
    ///
    /// Reads the whole table under masks, so that memory accesses do not reveal the index.
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

    /// The window size of ``powerOfGenerator(_:)`` in bits. Six bits are at most 63, so multiplying by 2 to that power
    /// shifts by less than a limb.
    private static let shiftBits = 6

    /// Returns the generator 2 to the power of an exponent, mod N.
    ///
    /// Each window takes six squarings and one shift. For another base, a window would also take a multiplication.
    /// Neither the order of operations nor an address depends on the exponent.
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
    /// The bits that are shifted out are a multiple of R. For each R, the function adds R - N, which is R mod N. There
    /// are fewer than 2^63 such terms, and each is below 2^3008, so the total is below 2 R.
    private static func shift(
        _ value: UnsafeMutablePointer<UInt64>, by count: UInt64, scratch: UnsafeMutablePointer<UInt64>
    ) {
        var shiftedOut: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let limb = value[index]
            value[index] = limb &<< count | shiftedOut
            // Two shifts, because for a count of 0 a single shift by 64 would do nothing.
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

/// A number mod N that may be secret: computed with in constant time, overwritten with zeros when it goes.
///
/// All operations take the same time whatever the operands are; `.ci/check-constant-time` measures that for release
/// builds. In debug builds carries are branches. The number of bytes that a residue is made of, and of limbs of an
/// exponent, is public.
package struct Residue: ~Copyable {
    /// The limbs; below N.
    let limbs: Limbs

    /// Zero.
    init() { limbs = Limbs(count: Group.limbCount) }

    /// A small number.
    package init(_ small: UInt8) {
        self.init()
        limbs.start[0] = UInt64(small)
    }

    /// The number that bytes hold, the most significant first, mod N. They can be any number of bytes.
    package init(_ bytes: [UInt8]) {
        var sum = Residue()
        var start = 0
        while start < bytes.count {
            // The number so far, times R, plus the next piece.
            let end = start + (bytes.count - start - 1) % Group.byteCount + 1
            let piece = Residue(reducing: Limbs(bytes: bytes[start..<end]))
            sum = sum.product(with: Group.squareOfRadix) + piece
            start = end
        }
        self = sum
    }

    /// The number of at most ``Group/limbCount`` limbs, mod N: it is below R, and R is below 2 N.
    private init(reducing number: borrowing Limbs) {
        self.init()
        limbs.start.update(from: number.start, count: min(number.count, Group.limbCount))
        let scratch = Limbs(count: Group.limbCount)
        Montgomery.reduce(limbs.start, limbs.start, high: 0, scratch: scratch.start)
    }

    /// The number as ``Group/byteCount`` bytes, the most significant first.
    package borrowing func bytes() -> [UInt8] { limbs.bytes() }

    /// Whether it is zero mod N. Only the answer shows in the time it takes.
    package var isZero: Bool { limbs.isZero }

    /// `self` * `factor` / R mod N.
    package borrowing func product(with factor: UnsafePointer<UInt64>) -> Residue {
        let result = Residue()
        let scratch = Limbs(count: Montgomery.scratchCount)
        Montgomery.multiply(result.limbs.start, limbs.start, factor, scratch: scratch.start)
        return result
    }
}

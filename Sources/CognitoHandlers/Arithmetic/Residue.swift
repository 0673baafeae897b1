/// A number mod N that may be secret. Arithmetic is constant-time, and its memory is zeroed when it is released.
///
/// Release builds are constant-time, which `.ci/check-constant-time` measures; in debug builds carries are branches.
/// The number of input bytes and of an exponent's limbs is public.
package struct Residue: ~Copyable {
    /// The limbs; below N.
    let limbs: Limbs

    /// Creates zero.
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
    /// The number is below R and R is below 2 N, so one subtraction suffices.
    private init(reducing number: borrowing Limbs) {
        self.init()
        limbs.start.update(from: number.start, count: min(number.count, Group.limbCount))
        let scratch = Limbs(count: Group.limbCount)
        Montgomery.reduce(limbs.start, limbs.start, high: 0, scratch: scratch.start)
    }

    /// Returns the number as ``Group/byteCount`` big-endian bytes.
    package borrowing func bytes() -> [UInt8] { limbs.bytes() }

    /// Whether it is zero mod N. The time depends on the result only.
    package var isZero: Bool { limbs.isZero }

    /// Returns `self` * `factor` / R mod N, the Montgomery product.
    package borrowing func product(with factor: UnsafePointer<UInt64>) -> Residue {
        let result = Residue()
        let scratch = Limbs(count: Montgomery.scratchCount)
        Montgomery.multiply(result.limbs.start, limbs.start, factor, scratch: scratch.start)
        return result
    }
}

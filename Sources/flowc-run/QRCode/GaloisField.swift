/// Arithmetic in the field of 256 elements that QR codes calculate in: modulo x⁸ + x⁴ + x³ + x² + 1
/// (ISO/IEC 18004:2015, section 7.5.2).
enum GaloisField {
    /// The powers of the generator 2, twice, so that a sum of two logarithms needs no modulus.
    private static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var value = 1
        for _ in 0..<510 {
            powers.append(UInt8(value))
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        return powers
    }()

    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: 256)
        for exponent in 0..<255 { logarithms[Int(powers[exponent])] = exponent }
        return logarithms
    }()

    /// The product of two elements.
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        left == 0 || right == 0 ? 0 : powers[logarithms[Int(left)] + logarithms[Int(right)]]
    }

    /// The coefficients of (x - 1)(x - 2)(x - 4)…, `degree` factors, highest power first, without the leading 1.
    static func generator(degree: Int) -> [UInt8] {
        var result: [UInt8] = [1]
        for exponent in 0..<degree {
            var next = result + [0]
            for place in result.indices { next[place + 1] ^= product(result[place], powers[exponent]) }
            result = next
        }
        return Array(result.dropFirst())
    }

    /// The Reed-Solomon codewords of a block: the remainder of its division by the generator.
    static func remainder(of block: ArraySlice<UInt8>, by generator: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: generator.count)
        for byte in block {
            let factor = byte ^ result[0]
            result = result.dropFirst() + [0]
            for place in generator.indices { result[place] ^= product(generator[place], factor) }
        }
        return result
    }
}

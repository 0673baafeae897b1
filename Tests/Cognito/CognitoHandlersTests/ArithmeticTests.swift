import BigInt
import TestSupport
import Testing

import CognitoHandlers

/// Arithmetic mod N, held against a big integer package and against Python's integers.
struct ArithmeticTests {
    private static let modulus = BigUInt(bytes: Group.modulusBytes)
    private static let edges: [BigUInt] = [
        0, 1, 2, modulus / 2, modulus - 2, modulus - 1, modulus, modulus + 1, (BigUInt(1) << 3072) - 1,
        BigUInt(1) << 3071, (BigUInt(1) << 64) - 1, BigUInt(1) << 64, (BigUInt(1) << 3072) - (BigUInt(1) << 64),
        (BigUInt(1) << 3008) - 1,
    ]

    /// A number below 2^3072, often one with long runs of equal bits: those make carries run.
    private static func number(_ random: inout Seeded) -> BigUInt {
        if random.chance(20) { return random.pick(edges) ?? 0 }
        var bytes: [UInt8] = []
        while bytes.count < Group.byteCount {
            let byte: UInt8 = random.chance(40) ? random.one(of: 0, 255) : UInt8(random.below(256))
            bytes += [UInt8](repeating: byte, count: random.chance(50) ? 1 : random.below(40))
        }
        return BigUInt(bytes: Array(bytes.prefix(Group.byteCount)))
    }

    @Test func constantsAreWhatTheyAreCalled() {
        #expect(Group.modulusBytes.count == Group.byteCount)
        let limb = BigUInt(1) << 64
        #expect((BigUInt(Group.factor) * Self.modulus + 1) % limb == 0)
        let square = Residue(1).product(with: Group.squareOfRadix)
        #expect(BigUInt(square) == (BigUInt(1) << 3072) % Self.modulus)
    }

    @Test func edgesAmongEachOther() {
        for left in Self.edges {
            for right in Self.edges { Self.compare(left, right) }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func seededNumbers(seed: UInt64) {
        var random = Seeded(seed)
        for _ in 0..<60 { Self.compare(Self.number(&random), Self.number(&random)) }
    }

    private static func compare(_ left: BigUInt, _ right: BigUInt) {
        let first = Residue(left.bytes)
        let second = Residue(right.bytes)
        let (isZero, isSame) = (first.isZero, first == second)
        #expect(BigUInt(first) == left % modulus)
        #expect(isZero == (left % modulus == 0))
        #expect(BigUInt(first + second) == (left + right) % modulus)
        #expect(BigUInt(first - second) == (left + modulus + modulus - right) % modulus)
        #expect(BigUInt(first * second) == left * right % modulus)
        #expect(isSame == (left % modulus == right % modulus))
    }

    @Test(arguments: [0, 1, 7, 8, 383, 384, 385, 767, 768, 769, 2000])
    func bytesOfAnyNumberAreReduced(count: Int) {
        var random = Seeded(UInt64(count))
        for fill in 0..<3 {
            let bytes: [UInt8] = (0..<count).map { _ in fill == 0 ? 255 : UInt8(random.below(256)) }
            #expect(BigUInt(Residue(bytes)) == BigUInt(bytes: bytes) % Self.modulus)
        }
        let isZero = Residue([UInt8](repeating: 0, count: count)).isZero
        #expect(isZero)
    }

    @Test func powersWithShortExponents() {
        var random = Seeded(4)
        // Unoptimised, the package takes seconds for a long exponent; those are Python's.
        for _ in 0..<6 {
            let (base, exponent) = (Self.number(&random), BigUInt(random.below(1 << 12)))
            let power = Residue(base.bytes).power(Limbs(bytes: exponent.bytes))
            #expect(BigUInt(power) == base.power(exponent, modulus: Self.modulus))
        }
    }

    @Test func powersOfPython() throws {
        for known in try Vectors.cases(try Vectors.read("powers")) {
            let power = Residue(try known.bytes("base")).power(Limbs(bytes: try known.bytes("exponent")))
            #expect(BigUInt(power) == BigUInt(try known.text("power"), radix: 16))
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func powersOfTheGeneratorAreThoseOfTwo(limbs: Int) {
        var random = Seeded(UInt64(limbs))
        for fill in [0, 0xFF, 0x3F, nil, nil] as [UInt8?] {
            let exponent = (0..<8 * limbs).map { _ in fill ?? UInt8(random.below(256)) }
            let expected = BigUInt(Residue(2).power(Limbs(bytes: exponent)))
            #expect(BigUInt(Residue.powerOfGenerator(Limbs(bytes: exponent))) == expected)
        }
    }

    @Test func exponentsMayBeLongerThanTheModulus() throws {
        // By Fermat's theorem an exponent counts mod N - 1.
        let long = (Self.modulus - 1) * (BigUInt(1) << 100 + 1) + 5
        #expect(BigUInt(Residue(3).power(Limbs(bytes: long.bytes))) == 243)
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func combinedExponentsAreNotReduced(seed: UInt64) {
        var random = Seeded(seed)
        for _ in 0..<60 {
            let numbers = (0..<3).map { _ in
                random.chance(30)
                    ? [UInt8](repeating: 255, count: random.below(80))
                    : (0..<random.below(80)).map { _ in UInt8(random.below(256)) }
            }
            let sum = Limbs(bytes: numbers[0]).adding(Limbs(bytes: numbers[1]), times: Limbs(bytes: numbers[2]))
            let expected = BigUInt(bytes: numbers[0]) + BigUInt(bytes: numbers[1]) * BigUInt(bytes: numbers[2])
            #expect(BigUInt(bytes: sum.bytes()) == expected)
        }
    }
}

extension BigUInt {
    /// The number of a residue.
    init(_ residue: borrowing Residue) { self.init(bytes: residue.bytes()) }

    /// The number of bytes, the most significant first.
    init(bytes: [UInt8]) {
        var words: [UInt] = []
        for (place, byte) in bytes.reversed().enumerated() {
            if place % 8 == 0 { words.append(0) }
            words[words.count - 1] |= UInt(byte) << UInt(8 * (place % 8))
        }
        self.init(words: words)
    }

    /// The bytes, the most significant first.
    var bytes: [UInt8] {
        words.reversed().flatMap { word in
            stride(from: UInt.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt($0)) }
        }
    }
}

import Memcheck

// Computes with numbers that valgrind takes for undefined: it reports every branch and every address made of them.
// `leak` computes a power in the plain way, to show that a leak is found.

struct Secret {
    var state: UInt64

    mutating func limbs(_ count: Int) -> Limbs {
        let limbs = Limbs(count: count)
        for index in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            limbs.start[index] = state
        }
        hide(limbs.start, 8 * count)
        return limbs
    }

    mutating func residue() -> Residue { Residue(limbs(Group.limbCount).bytes()) }
}

/// The power that branches on every bit of the exponent.
func leakyPower(_ base: borrowing Residue, _ exponent: borrowing Limbs) -> Residue {
    var result = Residue(1)
    for bit in stride(from: exponent.count * 64 - 1, through: 0, by: -1) {
        result = result * result
        if exponent.start[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = result * base }
    }
    return result
}

/// A checksum of what came out, once it may be known.
func show(_ name: String, _ result: borrowing Residue) {
    disclose(result.limbs.start, 8 * Group.limbCount)
    var sum: UInt64 = 0
    for index in 0..<Group.limbCount { sum = (sum << 1 | sum >> 63) ^ result.limbs.start[index] }
    print(name, sum)
}

var secret = Secret(state: 20_260_317)
let exponent = secret.limbs(2)
if CommandLine.arguments.dropFirst().first == "leak" {
    show("leak", leakyPower(secret.residue(), exponent))
} else {
    show("power", secret.residue().power(exponent))
    show("power of 2", Residue.powerOfGenerator(exponent))
    show("sum", secret.residue() + secret.residue())
    show("difference", secret.residue() - secret.residue())
    show("product", secret.residue() * secret.residue())
    show("combined exponent", secret.residue().power(secret.limbs(1).adding(secret.limbs(1), times: secret.limbs(1))))
    let digits = Hex.digits(secret.residue().bytes())
    show("through digits", Residue(Hex.parsed(digits: digits).bytes))
}
print(is_measured() == 0 ? "not measured" : "measured")

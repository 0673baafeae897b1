/// Montgomery multiplication mod N over raw limbs (P. Montgomery, "Modular multiplication without trial division",
/// 1985; in the CIOS form of Koç, Acar and Kaliski).
///
/// N is the modulus of ``Group``, and R is 2^3072. Every operand behind a pointer has ``Group/limbCount`` limbs. The
/// branches that a function takes do not depend on values.
enum Montgomery {
    /// The number of scratch limbs that a multiplication needs.
    static let scratchCount = 2 * Group.limbCount + 1

    /// Returns `left` * `right` + `addend` + `carry`, which always fits into two limbs.
    @inline(__always)
    static func multiplyAdd(
        _ left: UInt64, _ right: UInt64, _ addend: UInt64, _ carry: UInt64
    ) -> (high: UInt64, low: UInt64) {
        var (high, low) = left.multipliedFullWidth(by: right)
        var overflow: Bool
        (low, overflow) = low.addingReportingOverflow(addend)
        high = high &+ bit(overflow)
        (low, overflow) = low.addingReportingOverflow(carry)
        high = high &+ bit(overflow)
        return (high, low)
    }

    /// Computes `result` = `left` * `right` / R mod N.
    ///
    /// The result is below N if one factor is. `result` and a factor may be the same memory. `scratch` has
    /// ``scratchCount`` limbs.
    static func multiply(
        _ result: UnsafeMutablePointer<UInt64>, _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>,
        scratch: UnsafeMutablePointer<UInt64>
    ) {
        let count = Group.limbCount
        let modulus = Group.modulus
        let sum = scratch
        sum.update(repeating: 0, count: count + 1)
        var row = 0
        while row < count {
            // Adds `left` * `factor` and the multiple of N that makes the lowest limb zero. That limb is then dropped.
            let factor = right[row]
            var (carry, low) = multiplyAdd(left[0], factor, sum[0], 0)
            let quotient = low &* Group.factor
            var (modulusCarry, _) = multiplyAdd(quotient, modulus[0], low, 0)
            var column = 1
            while column < count {
                (carry, low) = multiplyAdd(left[column], factor, sum[column], carry)
                (modulusCarry, sum[column &- 1]) = multiplyAdd(quotient, modulus[column], low, modulusCarry)
                column &+= 1
            }
            let (partial, firstCarry) = carry.addingReportingOverflow(modulusCarry)
            let (top, secondCarry) = partial.addingReportingOverflow(sum[count])
            sum[count &- 1] = top
            sum[count] = bit(firstCarry) &+ bit(secondCarry)
            row &+= 1
        }
        reduce(result, sum, high: sum[count], scratch: scratch + count + 1)
    }

    /// Computes `result` = `value` mod N, where `high` is the limb above `value`.
    ///
    /// `value` with its limb `high` must be below 2 N, so that at most one subtraction of N is needed. `result` and
    /// `value` may be the same memory. `scratch` has ``Group/limbCount`` limbs.
    static func reduce(
        _ result: UnsafeMutablePointer<UInt64>, _ value: UnsafePointer<UInt64>, high: UInt64,
        scratch: UnsafeMutablePointer<UInt64>
    ) {
        let borrow = subtract(scratch, value, Group.modulus)
        // The value is below N if the subtraction borrows, and `high` is zero and so cannot cover the borrow.
        let keepsValueMask = barrier(0 &- (borrow & (high ^ 1)))
        select(result, keepsValueMask, value, scratch)
    }

    /// Computes `result` = `left` - `right` mod R.
    /// - Returns: the borrow: 1 if the difference is negative, else 0.
    static func subtract(
        _ result: UnsafeMutablePointer<UInt64>, _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>
    ) -> UInt64 {
        var borrow: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let (partial, firstBorrow) = left[index].subtractingReportingOverflow(right[index])
            let (difference, secondBorrow) = partial.subtractingReportingOverflow(borrow)
            result[index] = difference
            borrow = bit(firstBorrow) | bit(secondBorrow)
            index &+= 1
        }
        return borrow
    }

    /// Computes `result` = `left` + (`right` & `mask`) mod R.
    /// - Returns: the carry, 0 or 1.
    static func add(
        _ result: UnsafeMutablePointer<UInt64>, _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>,
        mask: UInt64
    ) -> UInt64 {
        var carry: UInt64 = 0
        var index = 0
        while index < Group.limbCount {
            let (partial, firstCarry) = left[index].addingReportingOverflow(right[index] & mask)
            let (sum, secondCarry) = partial.addingReportingOverflow(carry)
            result[index] = sum
            carry = bit(firstCarry) | bit(secondCarry)
            index &+= 1
        }
        return carry
    }

    /// Computes `result` = `left` if `mask` is all ones, or `right` if `mask` is zero.
    private static func select(
        _ result: UnsafeMutablePointer<UInt64>, _ mask: UInt64, _ left: UnsafePointer<UInt64>,
        _ right: UnsafePointer<UInt64>
    ) {
        var index = 0
        while index < Group.limbCount {
            result[index] = (left[index] & mask) | (right[index] & ~mask)
            index &+= 1
        }
    }
}

/// The group of Cognito's SRP: the 3072-bit MODP group (RFC 3526 section 4, "group 15"). Its modulus N is a safe prime,
/// and its generator is 2.
///
/// All values here are public. Limbs have 64 bits, least significant first.
package enum Group {
    static let limbCount = 48
    package static let byteCount = 384
    static let generator: UInt8 = 2
    /// -1/N mod 2^64, the factor of Montgomery reduction. It is 1, because N ends in 64 one bits: N = -1 mod 2^64.
    package static let factor: UInt64 = 1

    /// N, at a fixed address. Nothing writes to it.
    nonisolated(unsafe) static let modulus = permanentCopy(of: modulusLimbs)
    /// R^2 mod N for R = 2^3072, also read-only. Multiply by it to convert a residue to Montgomery form.
    package nonisolated(unsafe) static let squareOfRadix = permanentCopy(of: squareOfRadixLimbs)

    /// Copies limbs to memory that is never freed, and returns its address.
    private static func permanentCopy(of limbs: [UInt64]) -> UnsafePointer<UInt64> {
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: limbs.count)
        for (index, limb) in limbs.enumerated() { (memory + index).initialize(to: limb) }
        return UnsafePointer(memory)
    }

    private static let modulusLimbs: [UInt64] = [
        0xFFFF_FFFF_FFFF_FFFF, 0x4B82_D120_A93A_D2CA, 0x43DB_5BFC_E0FD_108E, 0x08E2_4FA0_74E5_AB31,
        0x7709_88C0_BAD9_46E2, 0xBBE1_1757_7A61_5D6C, 0x521F_2B18_177B_200C, 0xD876_0273_3EC8_6A64,
        0xF12F_FA06_D98A_0864, 0xCEE3_D226_1AD2_EE6B, 0x1E8C_94E0_4A25_619D, 0xABF5_AE8C_DB09_33D7,
        0xB397_0F85_A6E1_E4C7, 0x8AEA_7157_5D06_0C7D, 0xECFB_8504_58DB_EF0A, 0xA855_21AB_DF1C_BA64,
        0xAD33_170D_0450_7A33, 0x1572_8E5A_8AAA_C42D, 0x15D2_2618_98FA_0510, 0x3995_497C_EA95_6AE5,
        0xDE2B_CBF6_9558_1718, 0xB5C5_5DF0_6F4C_52C9, 0x9B27_83A2_EC07_A28F, 0xE39E_772C_180E_8603,
        0x3290_5E46_2E36_CE3B, 0xF174_6C08_CA18_217C, 0x670C_354E_4ABC_9804, 0x9ED5_2907_7096_966D,
        0x1C62_F356_2085_52BB, 0x8365_5D23_DCA3_AD96, 0x6916_3FA8_FD24_CF5F, 0x98DA_4836_1C55_D39A,
        0xC200_7CB8_A163_BF05, 0x4928_6651_ECE4_5B3D, 0xAE9F_2411_7C4B_1FE6, 0xEE38_6BFB_5A89_9FA5,
        0x0BFF_5CB6_F406_B7ED, 0xF44C_42E9_A637_ED6B, 0xE485_B576_625E_7EC6, 0x4FE1_356D_6D51_C245,
        0x302B_0A6D_F25F_1437, 0xEF95_19B3_CD3A_431B, 0x514A_0879_8E34_04DD, 0x020B_BEA6_3B13_9B22,
        0x2902_4E08_8A67_CC74, 0xC4C6_628B_80DC_1CD1, 0xC90F_DAA2_2168_C234, 0xFFFF_FFFF_FFFF_FFFF,
    ]

    private static let squareOfRadixLimbs: [UInt64] = [
        0x2697_CA91_38D2_41CD, 0x3587_F069_60E7_F138, 0x4F30_B920_E5C1_DB66, 0x9582_3215_B15B_A577,
        0x4335_AACB_6489_4D96, 0xAE12_8402_3C6E_D6A3, 0xFC11_87A5_FA84_06AB, 0x682A_AB9A_15B1_7FFA,
        0xBC2B_64CF_26E3_35D7, 0x8AA6_1391_ABB0_B76A, 0x1EF2_2571_E41A_52B2, 0x1D93_075A_A993_D147,
        0xFEA5_187F_A77D_EDDA, 0xAF80_D4B5_4435_61C6, 0xB186_424B_83DF_2859, 0x1CAE_FC18_8A59_BC7F,
        0x1B9D_0127_1D18_F0C8, 0x3EFE_F29D_C3C0_B3F4, 0x7854_83C6_0810_8C0C, 0x4F12_7682_56E8_8B53,
        0xBFD9_61D5_38D6_FCDD, 0xB41A_05F0_7802_4208, 0x19CC_8D59_5637_06FB, 0x5A77_95D8_6ECC_4987,
        0x9A67_8BF4_439F_12EB, 0x7CDA_502E_C043_F99C, 0x0672_A33D_61E3_7F74, 0x19C2_883E_EFC8_02AF,
        0x7DED_489E_670D_9C6F, 0xA73D_0103_2C4B_8E90, 0x8C6C_BD34_D596_5134, 0x77A5_C747_D85B_0A83,
        0x109D_099E_16FD_7568, 0xA5DA_F736_BC8D_5E9E, 0x7139_D0AB_24B7_E495, 0x49CD_9D70_5DA1_84D5,
        0x2276_CB40_571F_2C1C, 0xAF0E_C45C_DC39_6086, 0xAA05_DA05_C27F_DD33, 0x9875_D4C1_67DB_7EDC,
        0x5CAA_6900_9FBF_543F, 0xFA02_2336_F28D_E772, 0xFAE1_CD10_648B_EE54, 0x2AD4_79FE_6969_5C75,
        0x8489_5A7C_5542_F96C, 0xA332_E8E3_E066_9E0F, 0x44C4_E4E4_31AD_0295, 0x5AC8_B4FB_51DF_35DA,
    ]

    /// N as bytes, most significant first.
    package static var modulusBytes: [UInt8] {
        modulusLimbs.reversed().flatMap { limb in (0..<8).map { UInt8(truncatingIfNeeded: limb >> UInt64(56 - 8 * $0)) }
        }
    }
}

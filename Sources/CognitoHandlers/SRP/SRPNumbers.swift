/// How Cognito writes numbers: as Java's `BigInteger` does, since its service and its first clients are written in it.
package enum SRPNumbers {
    /// Digits of the longest number that is read: twice those of N.
    private static let maximumDigits = 4 * Group.byteCount

    /// The shortest two's-complement form: no leading zeros, but one zero byte if the top bit is set.
    ///
    /// This, and not a form padded to the length of N as in RFC 5054, is what Cognito hashes. Its length, and so a
    /// leading zero byte of a secret, shows in the time that a hash takes; the protocol has it so.
    package static func twosComplement(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let significant = bytes.drop { $0 == 0 }
        guard let first = significant.first else { return [0] }
        return first & 0x80 == 0 ? Array(significant) : [0] + significant
    }

    /// The bytes of a number in hexadecimal digits, of either case and any number.
    package static func bytes(hex: String, of name: SRPNumberName) throws(SRPFailure) -> [UInt8] {
        guard hex.utf8.count <= maximumDigits, let bytes = Hex.bytes(hex) else {
            throw .malformedNumber(name)
        }
        return bytes
    }

    /// The bytes of a number in base64, as ConfirmDevice takes them: signed, so that a set top bit is refused, as the
    /// service does ("Negate value passed for salt and Password verifier").
    package static func bytes(signedBase64 text: String) throws(SRPFailure) -> [UInt8] {
        guard let bytes = Base64.bytes(text), let first = bytes.first, bytes.count <= maximumDigits / 2 else {
            throw .malformedBase64
        }
        guard first & 0x80 == 0 else { throw .negativeNumber }
        return bytes
    }
}

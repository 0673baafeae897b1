/// Cognito's encoding of numbers, which is that of Java's `BigInteger`: its service and first clients are written in
/// Java.
package enum SRPNumbers {
    /// The maximum number of hexadecimal digits: twice those of N, which has two per byte.
    private static let maximumDigits = 4 * Group.byteCount

    /// Returns the shortest two's-complement form: no leading zeros, except one zero byte if the top bit is set.
    ///
    /// This is what Cognito hashes, unlike RFC 5054, which pads to the length of N. Its length, and so a secret's
    /// leading zero byte, influences the time of a hash. The protocol requires that.
    package static func twosComplement(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let significant = bytes.drop { $0 == 0 }
        guard let first = significant.first else { return [0] }
        return first & 0x80 == 0 ? Array(significant) : [0] + significant
    }

    /// Parses a number in hexadecimal digits of either case.
    /// - Throws: ``SRPFailure/malformedNumber(_:)`` with `name`, also if the number is too long for an exchange.
    package static func bytes(hex: String, of name: SRPNumberName) throws(SRPFailure) -> [UInt8] {
        guard hex.utf8.count <= maximumDigits, let bytes = Hex.bytes(hex) else {
            throw .malformedNumber(name)
        }
        return bytes
    }

    /// Parses a number in base64, as in ConfirmDevice. It must not be negative: the service rejects a set top bit, too
    /// ("Negate value passed for salt and Password verifier").
    /// - Throws: ``SRPFailure/malformedBase64``, ``SRPFailure/negativeNumber``.
    package static func bytes(signedBase64 text: String) throws(SRPFailure) -> [UInt8] {
        guard let bytes = Base64.bytes(text), let first = bytes.first, bytes.count <= maximumDigits / 2 else {
            throw .malformedBase64
        }
        guard first & 0x80 == 0 else { throw .negativeNumber }
        return bytes
    }
}

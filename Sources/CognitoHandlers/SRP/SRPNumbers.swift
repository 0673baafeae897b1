/// Cognito's encoding of numbers, which is that of Java's `BigInteger`. Cognito's service and first clients are written
/// in Java.
package enum SRPNumbers {
    /// The maximum number of hexadecimal digits: twice those of N, which has two per byte.
    private static let maximumDigits = 4 * Group.byteCount

    /// Returns the shortest two's-complement form of a non-negative number. It has no leading zeros, except one zero byte
    /// if the top bit is set.
    ///
    /// Cognito hashes this form, unlike RFC 5054, which pads numbers to the length of N. The length depends on leading
    /// zero bytes, also those of a secret, so they influence the time of a hash. The protocol makes this unavoidable.
    package static func twosComplement(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let significant = bytes.drop { $0 == 0 }
        guard let first = significant.first else { return [0] }
        return hasSignBit(first) ? [0] + significant : Array(significant)
    }

    /// Returns whether the top bit of a number's first byte is set, which makes the number negative.
    private static func hasSignBit(_ first: UInt8) -> Bool { first & 0x80 != 0 }

    /// Parses a number in hexadecimal digits of either case.
    /// - Throws: ``SRPFailure/malformedNumber(_:)`` with `name`, also if the number is too long for an exchange.
    package static func bytes(hex: String, of name: SRPNumberName) throws(SRPFailure) -> [UInt8] {
        guard hex.utf8.count <= maximumDigits, let bytes = Hex.bytes(hex) else {
            throw .malformedNumber(name)
        }
        return bytes
    }

    /// Parses a number in base64, as in ConfirmDevice.
    ///
    /// It must not be negative. The service, too, rejects a number whose top bit is set, with the message "Negate value
    /// passed for salt and Password verifier".
    /// - Throws: ``SRPFailure/malformedBase64``, ``SRPFailure/negativeNumber``.
    package static func bytes(signedBase64 text: String) throws(SRPFailure) -> [UInt8] {
        guard let bytes = Base64.bytes(text), let first = bytes.first, bytes.count <= maximumDigits / 2 else {
            throw .malformedBase64
        }
        guard !hasSignBit(first) else { throw .negativeNumber }
        return bytes
    }
}

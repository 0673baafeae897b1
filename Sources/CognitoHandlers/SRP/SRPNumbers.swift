import FlowCore
import FlowRuntime

/// Cognito's encoding of numbers, which is the same as in Java's `BigInteger`. Cognito's service and first clients are
/// written in Java.
package enum SRPNumbers {
    /// The maximum number of hexadecimal digits: twice as many as N has.
    private static let maximumDigits = 4 * Group.byteCount

    /// Returns the shortest two's-complement form of a non-negative number. It has no leading zeros, except one zero byte
    /// if the top bit is set.
    ///
    /// Cognito hashes this form, unlike RFC 5054, which pads numbers to the length of N. The length depends on leading
    /// zero bytes, even in a secret, so they influence the time of a hash. The protocol makes this unavoidable.
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

/// One side's random number, a or b.
struct SRPSecret: Sendable, Redacted {
    /// The length of a new number in bytes. RFC 5054 section 3.1 requires at least 256 bits.
    static let byteCount = 32

    /// The number, most significant byte first.
    let bytes: FlowSecret

    /// Creates a secret from a given number, such as a stored one.
    /// - Throws: ``SRPFailure/badSecret`` if it is zero, or longer than N.
    init(_ number: consuming [UInt8]) throws(SRPFailure) {
        guard !number.isEmpty, number.count <= Group.byteCount, !Limbs(bytes: copy number).isZero else {
            throw .badSecret
        }
        bytes = FlowSecret(number)
    }

    /// Returns the number as an exponent.
    func exponent() -> Limbs { bytes.exponent() }

    /// Returns the generator g to the power of the number, mod N.
    func power() -> Residue { Residue.powerOfGenerator(exponent()) }
}

extension FlowSecret {
    /// Returns the number that the big-endian bytes represent, as an exponent.
    func exponent() -> Limbs { withBytes { Limbs(bytes: $0) } }
}

/// Reports why an SRP exchange failed. It names what is wrong, never its value.
package enum SRPFailure: Error, Sendable, Equatable {
    /// A number is not hexadecimal, or is longer than any number of the exchange.
    case malformedNumber(SRPNumberName)
    /// A parameter of the challenge is empty.
    case empty(SRPNumberName)
    /// The secret block, the salt or the verifier is not base64.
    case malformedBase64
    /// A signed number is negative.
    case negativeNumber
    /// A public value is zero mod N. The shared secret would then be known (RFC 5054 section 2.5.4).
    case zeroPublicValue(SRPNumberName)
    /// The hash of both public values is zero. The password would then not matter (RFC 2945 section 3.2).
    case zeroScrambler
    /// The random number is empty, longer than N, or zero.
    case badSecret
}

/// The numbers of an exchange, by Cognito's names.
package enum SRPNumberName: String, Sendable {
    /// The client's public value.
    case clientValue = "SRP_A"
    /// The server's public value.
    case serverValue = "SRP_B"
    /// The password's salt.
    case salt = "SALT"
}

import FlowCore
import FlowRuntime

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

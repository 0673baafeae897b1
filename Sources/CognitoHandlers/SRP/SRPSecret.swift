import FlowCore
import FlowRuntime

/// The random number of one side, a or b, and the public value that goes with it.
struct SRPSecret: Sendable, Redacted {
    /// Bytes of a new one: RFC 5054 section 3.1 asks for 256 bits at least.
    static let byteCount = 32

    /// The number.
    let bytes: FlowSecret

    /// A given number, such as one from before.
    /// - Throws: ``SRPFailure/badSecret`` if it is zero, or longer than N.
    init(_ number: consuming [UInt8]) throws(SRPFailure) {
        guard !number.isEmpty, number.count <= Group.byteCount, !Limbs(bytes: copy number).isZero else {
            throw .badSecret
        }
        bytes = FlowSecret(number)
    }

    /// The number as an exponent.
    func exponent() -> Limbs { bytes.exponent() }

    /// g to the power of the number.
    func power() -> Residue { Residue.powerOfGenerator(exponent()) }
}

extension FlowSecret {
    /// The bytes as an exponent.
    func exponent() -> Limbs { withBytes { Limbs(bytes: $0) } }
}

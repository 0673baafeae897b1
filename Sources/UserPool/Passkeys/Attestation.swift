import CognitoHandlers

/// An attestation object (WebAuthn level 3, section 6.5).
struct Attestation: Sendable {
    let authenticatorData: [UInt8]
    private let format: String
    private let statement: CBORValue

    /// Parses an attestation object, after which no bytes may follow.
    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        let object: CBORValue
        do throws(CBORFailure) { object = try CBORReader.value(bytes) } catch { throw .malformedCBOR(error) }
        guard let format = object["fmt"]?.text, let statement = object["attStmt"], statement.members != nil,
            let data = object["authData"]?.bytes
        else { throw .malformed("attestationObject") }
        self.format = format
        self.statement = statement
        authenticatorData = data
    }

    /// Verifies the attestation statement, in the format `none` (section 8.7) or `packed` (section 8.2).
    ///
    /// In the format `packed`, it accepts only self attestation, which the new key itself has signed.
    /// - Throws: a refusal if the statement is invalid, or its format is not supported.
    func verifyStatement(_ key: PasskeyPublicKey, clientHash: [UInt8]) throws(PasskeyRefusal) {
        switch format {
        case "none":
            guard statement == .map([]) else { throw .wrongAttestation }
        case "packed":
            guard statement["x5c"] == nil else { throw .unsupportedAttestation }
            guard statement["alg"]?.integer == PasskeyPublicKey.algorithm, let signature = statement["sig"]?.bytes,
                key.accepts(signature, of: authenticatorData + clientHash)
            else { throw .wrongAttestation }
        default: throw .unsupportedAttestation
        }
    }
}

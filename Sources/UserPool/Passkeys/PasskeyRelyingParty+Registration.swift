import CognitoHandlers
package import FlowCore

extension PasskeyRelyingParty {
    /// Verifies a `RegistrationResponseJSON` or its text, and returns the new passkey (WebAuthn level 3, section 7.1).
    ///
    /// Accepts the attestation formats `none` and `packed` with self attestation. Neither identifies the
    /// authenticator's manufacturer. The caller must not use the challenge again.
    package func verifyRegistration(
        _ json: JSONValue, challenge: [UInt8], userHandle: [UInt8], at now: Int64,
        isRegistered: ([UInt8]) -> Bool = { _ in false }
    ) throws(PasskeyRefusal) -> StoredPasskey {
        let response = try PasskeyResponse(json)
        let clientHash = try verifiedClientDataHash(response, .registration, challenge: challenge)
        let attestation = try Attestation(try response.bytes("attestationObject"))
        let data = try verifiedAuthenticatorData(attestation.authenticatorData)
        guard let credential = data.credential else { throw .noCredential }
        guard credential.id == response.id else { throw .differentIDs }
        let key = try Self.publicKey(fromCOSE: credential.key)
        try attestation.verifyStatement(key, clientHash: clientHash)
        guard !isRegistered(credential.id) else { throw .alreadyRegistered }
        return StoredPasskey(
            credentialID: credential.id, publicKey: key.x963, relyingPartyID: id, userHandle: userHandle,
            signCount: data.signCount, isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp), hasVerifiedUser: data.flags.contains(.userVerified),
            transports: response.transports, attachment: response.attachment, createdAt: now)
    }

    /// Returns the public key that is encoded in COSE format, or throws ``PasskeyRefusal/badKey(_:)``.
    private static func publicKey(fromCOSE cose: CBORValue) throws(PasskeyRefusal) -> PasskeyPublicKey {
        do throws(PasskeyPublicKey.Failure) {
            return try PasskeyPublicKey(cose: cose)
        } catch {
            throw .badKey(error)
        }
    }
}

/// An attestation object (WebAuthn level 3, section 6.5).
struct Attestation: Sendable {
    let authenticatorData: [UInt8]
    private let format: String
    private let statement: CBORValue

    /// Parses an attestation object, after which no bytes may follow.
    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        let object: CBORValue
        do throws(CBORFailure) {
            object = try CBORReader.value(bytes)
        } catch {
            throw .malformedCBOR(error)
        }
        guard let format = object["fmt"]?.text, let statement = object["attStmt"], statement.members != nil,
            let data = object["authData"]?.bytes
        else { throw .malformed("attestationObject") }
        self.format = format
        self.statement = statement
        authenticatorData = data
    }

    /// Verifies the attestation statement, in the format `none` (section 8.7) or `packed` (section 8.2). In the format
    /// `packed`, accepts only self attestation, which the new key itself has signed.
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

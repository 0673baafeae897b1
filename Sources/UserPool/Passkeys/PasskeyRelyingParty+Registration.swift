import CognitoHandlers
package import FlowCore

extension PasskeyRelyingParty {
    /// Verifies a new passkey (WebAuthn level 3, section 7.1).
    ///
    /// It accepts the attestation formats `none` and `packed` with self attestation. Neither identifies the
    /// authenticator's manufacturer.
    /// - Parameters:
    ///   - json: a `RegistrationResponseJSON`, or its text.
    ///   - challenge: the challenge of the creation options, which the caller must not use again.
    ///   - userHandle: the user handle of the creation options.
    ///   - now: the time in seconds since 1970, UTC.
    ///   - isRegistered: returns whether any user has a passkey with a credential id.
    /// - Returns: the passkey, which the caller stores.
    /// - Throws: the reason why the registration is rejected.
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
        do throws(PasskeyPublicKey.Failure) { return try PasskeyPublicKey(cose: cose) } catch {
            throw .badKey(error)
        }
    }
}

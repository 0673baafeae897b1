import CognitoHandlers
package import FlowCore

extension PasskeyRelyingParty {
    /// Verifies an `AuthenticationResponseJSON` or its text for a user's passkeys (WebAuthn level 3, section 7.2).
    ///
    /// The caller must not use the challenge again.
    /// - Returns: the passkey that signed, with its new counter and flags, which the caller stores in place of the old
    ///   one.
    package func verifyAssertion(
        _ json: JSONValue, challenge: [UInt8], passkeys: [StoredPasskey]
    ) throws(PasskeyRefusal) -> StoredPasskey {
        let response = try PasskeyResponse(json)
        guard var passkey = passkeys.first(where: { $0.credentialID == response.id }) else {
            throw .unknownCredential
        }
        if let handle = try response.optionalBytes("userHandle"), handle != passkey.userHandle {
            throw .wrongUserHandle
        }
        let clientHash = try verifiedClientDataHash(response, .assertion, challenge: challenge)
        let bytes = try response.bytes("authenticatorData")
        let data = try verifiedAuthenticatorData(bytes)
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .inconsistentBackup }
        let key = try Self.publicKey(of: passkey)
        guard key.accepts(try response.bytes("signature"), of: bytes + clientHash) else { throw .wrongSignature }
        // Authenticators without a counter always report zero.
        guard data.signCount > passkey.signCount || data.signCount == 0 && passkey.signCount == 0 else {
            throw .staleCounter
        }
        passkey.signCount = data.signCount
        passkey.isBackedUp = data.flags.contains(.backedUp)
        passkey.hasVerifiedUser = passkey.hasVerifiedUser || data.flags.contains(.userVerified)
        return passkey
    }

    /// Returns the parsed public key of a passkey, or throws ``PasskeyRefusal/badKey(_:)``.
    private static func publicKey(of passkey: StoredPasskey) throws(PasskeyRefusal) -> PasskeyPublicKey {
        do throws(PasskeyPublicKey.Failure) {
            return try PasskeyPublicKey(x963: passkey.publicKey)
        } catch {
            throw .badKey(error)
        }
    }
}

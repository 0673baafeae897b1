import CognitoHandlers
import Crypto
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

// The checks that both ceremonies share: steps 5 to 18 of WebAuthn level 3, section 7.1, and steps 8 to 19 of section
// 7.2.
extension PasskeyRelyingParty {
    /// Verifies the client data, and returns its hash, which is part of what the authenticator signs.
    func verifiedClientDataHash(
        _ response: PasskeyResponse, _ ceremony: ClientData.Ceremony, challenge: [UInt8]
    ) throws(PasskeyRefusal) -> [UInt8] {
        let bytes = try response.bytes("clientDataJSON")
        guard let data = ClientData(json: bytes) else { throw .malformed("clientDataJSON") }
        guard data.type == ceremony.rawValue else { throw .wrongCeremony }
        guard let answeredChallenge = Base64.bytes(data.challenge) else { throw .malformed("challenge") }
        guard !challenge.isEmpty, answeredChallenge == challenge else { throw .wrongChallenge }
        guard origins.contains(where: { $0.utf8.elementsEqual(data.origin.utf8) }) else { throw .wrongOrigin }
        guard !data.isCrossOrigin, data.topOrigin == nil else { throw .crossOrigin }
        return Array(SHA256.hash(data: bytes))
    }

    /// Returns the parsed authenticator data, after verifying its relying party and flags.
    func verifiedAuthenticatorData(_ bytes: [UInt8]) throws(PasskeyRefusal) -> AuthenticatorData {
        let data: AuthenticatorData
        do throws(AuthenticatorData.Failure) {
            data = try AuthenticatorData(bytes)
        } catch {
            throw .malformedAuthenticatorData(error)
        }
        guard data.relyingPartyHash == Array(SHA256.hash(data: Array(id.utf8))) else { throw .wrongRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard data.flags.contains(.userVerified) || !requiresUserVerification else { throw .userNotVerified }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw .inconsistentBackup
        }
        return data
    }
}

/// The credential that a client sends in either ceremony (WebAuthn level 3, section 5.1).
struct PasskeyResponse: Sendable {
    private let json: JSONValue
    let id: [UInt8]

    /// Parses the members that both ceremonies share in a credential, or in its JSON text as in `CREDENTIAL`.
    init(_ json: JSONValue) throws(PasskeyRefusal) {
        let credential = json.string.map { JSONValue(json: Array($0.utf8)) ?? .null } ?? json
        guard credential.members != nil else { throw .malformed("credential") }
        self.json = credential
        guard let type = credential["type"]?.string else { throw .malformed("type") }
        guard type == PasskeyJSON.credentialType else { throw .wrongCredentialType }
        id = try Self.bytes(credential["rawId"], "rawId")
        guard try Self.bytes(credential["id"], "id") == id else { throw .differentIDs }
        guard !id.isEmpty, id.count <= AttestedCredential.longestID else { throw .badCredentialID }
    }

    /// Returns the bytes of a member of `response`.
    func bytes(_ name: String) throws(PasskeyRefusal) -> [UInt8] { try Self.bytes(json.at(["response", name]), name) }

    /// Returns the bytes of a member of `response`, or nil if the member is missing.
    func optionalBytes(_ name: String) throws(PasskeyRefusal) -> [UInt8]? {
        guard let value = json.at(["response", name]) else { return nil }
        return try Self.bytes(value, name)
    }

    /// `platform` or `cross-platform`, if the client reported it.
    var attachment: String? { json["authenticatorAttachment"]?.string }

    /// The authenticator's transports; empty if the client reported none.
    var transports: [String] {
        json.at(["response", "transports"])?.strings ?? []
    }

    /// Returns the bytes of a base64url string.
    private static func bytes(_ value: JSONValue?, _ name: String) throws(PasskeyRefusal) -> [UInt8] {
        guard let bytes = value?.string.flatMap(Base64.bytes) else { throw .malformed(name) }
        return bytes
    }
}

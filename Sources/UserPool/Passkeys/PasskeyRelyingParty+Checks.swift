import CognitoHandlers
import Crypto
import FlowCore

// The checks that both ceremonies share: steps 5 to 18 of WebAuthn level 3, section 7.1, and steps 8 to 19 of section
// 7.2.
extension PasskeyRelyingParty {
    /// Returns the hash of the client data, which the authenticator has signed.
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
    /// The credential's id.
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

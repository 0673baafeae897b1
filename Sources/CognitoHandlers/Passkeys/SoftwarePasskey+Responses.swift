import Crypto
import FlowCore
import FlowRuntime

extension SoftwarePasskey {
    /// Returns the response that registers the passkey. It is a `RegistrationResponseJSON` without attestation (WebAuthn
    /// level 3, section 8.7).
    func registration(_ client: ClientData, flags: AuthenticatorFlags) -> JSONValue {
        let data = AuthenticatorData(
            relyingPartyHash: relyingPartyHash, flags: flags.union(.attestedCredential), signCount: signCount,
            credential: AttestedCredential(id: id, key: publicKey.cose))
        let attestation = CBORValue.map([
            CBORMember(.text("fmt"), .text("none")), CBORMember(.text("attStmt"), .map([])),
            CBORMember(.text("authData"), .bytes(data.encoded)),
        ])
        return PasskeyJSON.credential(
            id,
            response: [
                "clientDataJSON": PasskeyJSON.bytes(client.json),
                "attestationObject": PasskeyJSON.bytes(attestation.encoded),
                "authenticatorData": PasskeyJSON.bytes(data.encoded),
                "transports": ["internal"],
                "publicKey": PasskeyJSON.bytes(publicKeyInfo),
                "publicKeyAlgorithm": .number("\(PasskeyPublicKey.algorithm)"),
            ])
    }

    /// Returns the response that proves possession of the passkey. It is an `AuthenticationResponseJSON`.
    /// - Throws: ``PasskeyFailure/other(_:)`` if the signature fails.
    func assertion(_ client: ClientData, flags: AuthenticatorFlags) throws(PasskeyFailure) -> JSONValue {
        let data = AuthenticatorData(relyingPartyHash: relyingPartyHash, flags: flags, signCount: signCount).encoded
        let signature = try signature(of: data + Array(SHA256.hash(data: client.json)))
        return PasskeyJSON.credential(
            id,
            response: [
                "clientDataJSON": PasskeyJSON.bytes(client.json), "authenticatorData": PasskeyJSON.bytes(data),
                "signature": PasskeyJSON.bytes(signature), "userHandle": PasskeyJSON.bytes(userHandle),
            ])
    }

    /// The SHA-256 hash of the relying party's id.
    private var relyingPartyHash: [UInt8] { Array(SHA256.hash(data: Array(relyingParty.utf8))) }
}

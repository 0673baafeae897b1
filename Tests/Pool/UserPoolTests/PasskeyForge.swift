import CognitoHandlers
import Crypto
import FlowCore
import FlowRuntime
import UserPool

/// An authenticator whose every part can be another one, and that signs whatever comes of it: so a check is tried by
/// itself, with all others content.
struct PasskeyForge: Sendable {
    static let origin = "https://auth.example.com"
    static let challenge = [UInt8](1...32)
    static let userHandle = Array("sub-of-ana".utf8)

    let key = P256.Signing.PrivateKey()
    var id: [UInt8]
    var responseID: [UInt8]
    var client: ClientData
    var data: AuthenticatorData
    /// Bytes in place of, or after, those of the authenticator's data.
    var change: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var format = "none"
    /// The statement, made of the signature over the data.
    var statement: @Sendable ([UInt8]) -> CBORValue = { _ in .map([]) }
    var userHandle: JSONValue? = PasskeyJSON.bytes(userHandle)
    /// Changes the JSON as a whole.
    var finish: @Sendable (inout JSONValue) -> Void = { _ in }

    /// A registration or an assertion that is in order.
    init(_ ceremony: ClientData.Ceremony, signCount: UInt32 = 0) {
        let id = [UInt8](100..<116)
        (self.id, responseID) = (id, id)
        client = ClientData(ceremony, challenge: Self.challenge, origin: Self.origin)
        data = AuthenticatorData(
            relyingPartyHash: Self.hash("auth.example.com"), flags: [.userPresent, .userVerified],
            signCount: signCount)
        guard ceremony == .registration else { return }
        data.flags.insert(.attestedCredential)
        data.credential = AttestedCredential(id: id, key: PasskeyPublicKey(key.publicKey).cose)
    }

    static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// What the relying party keeps of this key.
    var stored: StoredPasskey {
        StoredPasskey(
            credentialID: id, publicKey: Array(key.publicKey.x963Representation), relyingPartyID: "auth.example.com",
            userHandle: Self.userHandle, signCount: 5, transports: ["internal"])
    }

    func registration() throws -> JSONValue {
        let (data, signature) = try signed()
        let attestation = CBORValue.map([
            CBORMember(.text("fmt"), .text(format)), CBORMember(.text("attStmt"), statement(signature)),
            CBORMember(.text("authData"), .bytes(data)),
        ])
        return json(["attestationObject": PasskeyJSON.bytes(attestation.encoded)])
    }

    func assertion() throws -> JSONValue {
        let (data, signature) = try signed()
        var response: JSONValue = [
            "authenticatorData": PasskeyJSON.bytes(data), "signature": PasskeyJSON.bytes(signature),
        ]
        if let userHandle { response.set(userHandle, at: ["userHandle"]) }
        return json(response)
    }

    private func signed() throws -> (data: [UInt8], signature: [UInt8]) {
        let bytes = change(data.encoded)
        let signature = try key.signature(for: bytes + Array(SHA256.hash(data: client.json)))
        return (bytes, Array(signature.derRepresentation))
    }

    private func json(_ response: JSONValue) -> JSONValue {
        var response = response
        response.set(PasskeyJSON.bytes(client.json), at: ["clientDataJSON"])
        var json: JSONValue = [
            "id": PasskeyJSON.bytes(responseID), "rawId": PasskeyJSON.bytes(responseID), "type": "public-key",
            "response": response, "clientExtensionResults": [:],
        ]
        finish(&json)
        return json
    }
}

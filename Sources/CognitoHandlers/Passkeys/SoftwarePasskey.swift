// swift-crypto 3 does not mark its keys as Sendable.
@preconcurrency import Crypto
import FlowCore
import FlowRuntime

/// A passkey of the software authenticator, with its private key.
struct SoftwarePasskey: Sendable, Redacted {
    private static let idByteCount = 32
    private static let keyByteCount = 32
    /// The number of attempts to create a private key.
    private static let keyAttempts = 4

    let id: [UInt8]
    /// The relying party's id.
    let relyingParty: String
    let userHandle: [UInt8]
    var signCount: UInt32
    private let key: P256.Signing.PrivateKey

    /// Creates a passkey with a new key and a random id.
    /// - Throws: ``PasskeyFailure/noRandomness`` if the random bytes are unusable.
    init(relyingParty: String, userHandle: [UInt8], random: CognitoRandom) throws(PasskeyFailure) {
        let id = random(Self.idByteCount)
        guard let key = Self.newKey(random), id.count == Self.idByteCount else { throw .noRandomness }
        self.id = id
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.key = key
        signCount = 0
    }

    /// Creates a private key from random bytes, or returns nil if no attempt succeeds.
    ///
    /// Zero, and numbers that are not below the group's order, are not keys. About one random number in 2^32 is not a
    /// key, so this function tries several times.
    private static func newKey(_ random: CognitoRandom) -> P256.Signing.PrivateKey? {
        for _ in 0..<keyAttempts {
            if let key = try? P256.Signing.PrivateKey(rawRepresentation: random(keyByteCount)) { return key }
        }
        return nil
    }

    /// The public key for signature checks.
    private var publicKey: PasskeyPublicKey { PasskeyPublicKey(key.publicKey) }

    /// The public key as SubjectPublicKeyInfo in DER.
    private var publicKeyInfo: [UInt8] { Array(key.publicKey.derRepresentation) }

    /// Returns the signature of a message as ASN.1 DER.
    /// - Throws: ``PasskeyFailure/other(_:)`` if it cannot be computed.
    func signature(of message: [UInt8]) throws(PasskeyFailure) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).derRepresentation)
        } catch {
            throw .other("the signature could not be computed")
        }
    }

    /// The passkey as JSON, including the private key.
    var json: JSONValue {
        [
            "id": PasskeyJSON.bytes(id), "rpId": .string(relyingParty), "userHandle": PasskeyJSON.bytes(userHandle),
            "signCount": .number("\(signCount)"), "privateKey": PasskeyJSON.bytes(Array(key.rawRepresentation)),
        ]
    }

    /// Parses a passkey from a JSON object with the members of ``json``.
    /// - Returns: nil if a member is missing or malformed.
    init?(json: JSONValue) {
        let bytes = { (name: String) in json[name]?.string.flatMap(Base64.bytes) }
        guard let id = bytes("id"), !id.isEmpty, id.count <= AttestedCredential.longestID,
            let userHandle = bytes("userHandle"), let relyingParty = json["rpId"]?.string,
            case .number(let digits)? = json["signCount"], let signCount = UInt32(digits),
            let key = bytes("privateKey").flatMap({ try? P256.Signing.PrivateKey(rawRepresentation: $0) })
        else { return nil }
        self.id = id
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.signCount = signCount
        self.key = key
    }

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

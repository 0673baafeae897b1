// The keys of swift-crypto 3 are not marked as Sendable.
@preconcurrency import Crypto
import FlowCore
import FlowRuntime

/// A passkey of the software authenticator, with its private key.
struct SoftwarePasskey: Sendable, Redacted {
    private static let idByteCount = 32

    let id: [UInt8]
    let relyingParty: String
    let userHandle: [UInt8]
    var signCount: UInt32
    private let key: P256.Signing.PrivateKey

    /// A new passkey.
    /// - Throws: ``PasskeyFailure/noRandomness``.
    init(relyingParty: String, userHandle: [UInt8], random: CognitoRandom) throws(PasskeyFailure) {
        let id = random(Self.idByteCount)
        guard let key = Self.key(random), id.count == Self.idByteCount else { throw .noRandomness }
        self.id = id
        self.relyingParty = relyingParty
        self.userHandle = userHandle
        self.key = key
        signCount = 0
    }

    /// A random number is no key if it is zero or not below the group's order, which happens once in 2^32 times.
    private static func key(_ random: CognitoRandom) -> P256.Signing.PrivateKey? {
        for _ in 0..<4 {
            if let key = try? P256.Signing.PrivateKey(rawRepresentation: random(32)) { return key }
        }
        return nil
    }

    /// The public key.
    var publicKey: PasskeyPublicKey { PasskeyPublicKey(key.publicKey) }

    /// The public key as a SubjectPublicKeyInfo in DER.
    var publicKeyInfo: [UInt8] { Array(key.publicKey.derRepresentation) }

    /// A signature in DER.
    func signature(of message: [UInt8]) throws(PasskeyFailure) -> [UInt8] {
        do { return Array(try key.signature(for: message).derRepresentation) } catch { throw .other("no signature") }
    }

    /// The passkey as JSON, with the private key.
    var json: JSONValue {
        [
            "id": PasskeyJSON.bytes(id), "rpId": .string(relyingParty), "userHandle": PasskeyJSON.bytes(userHandle),
            "signCount": .number("\(signCount)"), "privateKey": PasskeyJSON.bytes(Array(key.rawRepresentation)),
        ]
    }

    /// A passkey of such JSON.
    /// - Returns: nothing if a member lacks or is malformed.
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
}

// swift-crypto 3 does not mark its keys as Sendable.
@preconcurrency import Crypto
public import FlowCore
import FlowRuntime

/// An authenticator in software, for tests and for hosts without a platform authenticator. It creates real ES256
/// credentials, registrations without attestation, and assertions (WebAuthn level 3, sections 5.1 and 6.3).
///
/// It does not protect the private keys: anyone who can read the process's memory, or the result of ``exported()``, has
/// them.
public actor SoftwareAuthenticator: PasskeyCeremony, Redacted {
    /// Reports why passkeys cannot be restored.
    public enum RestoreFailure: Error, Sendable, Equatable {
        /// The bytes are not the result of ``SoftwareAuthenticator/exported()``.
        case malformedPasskeys
    }

    /// The maximum length of a user handle, in bytes (WebAuthn level 3, section 5.4.3).
    private static let longestUserHandle = 64

    private let origin: String?
    private let traits: SoftwareAuthenticatorTraits
    private let random: CognitoRandom
    private let approves: @Sendable () async -> Bool
    private var passkeys: [SoftwarePasskey] = []

    /// Creates an authenticator without passkeys.
    /// - Parameters:
    ///   - origin: the origin of ceremonies, such as `https://example.com`. If it is nil, the origin is `https://` and
    ///     the relying party's id, as for an app.
    ///   - traits: the authenticator's capabilities.
    ///   - random: the source of keys and ids.
    ///   - approves: asks the user to approve a ceremony. If it returns false, the authenticator cancels the ceremony.
    public init(
        origin: String? = nil, traits: SoftwareAuthenticatorTraits = SoftwareAuthenticatorTraits(),
        random: CognitoRandom = .system, approves: @escaping @Sendable () async -> Bool = { true }
    ) {
        self.origin = origin
        self.traits = traits
        self.random = random
        self.approves = approves
    }

    /// Returns the ids of a relying party's passkeys in base64url, oldest first.
    public func passkeyIDs(for relyingParty: String) -> [String] {
        passkeys.filter { $0.relyingParty == relyingParty }.map { Base64.urlText($0.id) }
    }

    /// Removes the passkey with an id, if it exists.
    /// - Parameter id: the passkey's id in base64url.
    public func remove(_ id: String) { passkeys.removeAll { Base64.urlText($0.id) == id } }

    /// Returns all passkeys as bytes, including their private keys.
    public func exported() -> [UInt8] {
        Array(JSONValue.object([JSONMember("passkeys", .array(passkeys.map(\.json)))]).jsonText.utf8)
    }

    /// Replaces all passkeys with those that ``exported()`` returned.
    /// - Throws: ``RestoreFailure/malformedPasskeys``; the passkeys are then unchanged.
    public func restore(_ bytes: [UInt8]) throws(RestoreFailure) {
        guard case .array(let items)? = JSONValue(json: bytes)?["passkeys"] else { throw .malformedPasskeys }
        let restored = items.compactMap(SoftwarePasskey.init(json:))
        guard restored.count == items.count else { throw .malformedPasskeys }
        passkeys = restored
    }

    /// Creates a passkey. Replaces an earlier one of the same user and relying party.
    /// - Parameter options: a `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: a `RegistrationResponseJSON`.
    /// - Throws: ``PasskeyFailure``.
    public func registration(for options: String) async throws(PasskeyFailure) -> String {
        let parsed = try PasskeyOptions(options)
        let client = try clientData(.registration, parsed, relyingParty: try parsed.text(at: "rp", "id"))
        let userHandle = try parsed.bytes(at: "user", "id")
        guard userHandle.count <= Self.longestUserHandle else { throw .malformedOptions("user.id") }
        guard try parsed.acceptsES256() else { throw .unsupportedAlgorithm }
        let excluded = try parsed.credentialIDs(in: "excludeCredentials") ?? []
        let isVerified = try parsed.shouldVerifyUser(
            try parsed.text(at: "authenticatorSelection", "userVerification"), canVerify: traits.verifiesUser)
        try await requestApproval()
        guard !passkeys.contains(where: { $0.relyingParty == client.relyingParty && excluded.contains($0.id) }) else {
            throw .alreadyRegistered
        }
        let passkey = try SoftwarePasskey(relyingParty: client.relyingParty, userHandle: userHandle, random: random)
        passkeys.removeAll { $0.relyingParty == client.relyingParty && $0.userHandle == userHandle }
        passkeys.append(passkey)
        return passkey.registration(client.data, flags: flags(isUserVerified: isVerified)).jsonText
    }

    /// Signs in with the newest passkey that the options allow, and counts the signature if the traits say so.
    /// - Parameter options: a `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: an `AuthenticationResponseJSON`.
    /// - Throws: ``PasskeyFailure``.
    public func assertion(for options: String) async throws(PasskeyFailure) -> String {
        let parsed = try PasskeyOptions(options)
        let client = try clientData(.assertion, parsed, relyingParty: try parsed.text(at: "rpId"))
        let allowed = try parsed.credentialIDs(in: "allowCredentials")
        let isVerified = try parsed.shouldVerifyUser(
            try parsed.text(at: "userVerification"), canVerify: traits.verifiesUser)
        try await requestApproval()
        let usable = passkeys.lastIndex { passkey in
            passkey.relyingParty == client.relyingParty && (allowed?.contains(passkey.id) ?? true)
        }
        guard let usable else { throw .noPasskey }
        if traits.countsSignatures { passkeys[usable].signCount &+= 1 }
        return try passkeys[usable].assertion(client.data, flags: flags(isUserVerified: isVerified)).jsonText
    }

    /// Returns the client data of a ceremony, and the relying party's id, which defaults to the origin's domain.
    /// - Throws: ``PasskeyFailure/originNotAllowed`` if the origin does not admit the relying party;
    ///   ``PasskeyFailure/malformedOptions(_:)``.
    private func clientData(
        _ ceremony: ClientData.Ceremony, _ options: PasskeyOptions, relyingParty: String?
    ) throws(PasskeyFailure) -> (data: ClientData, relyingParty: String) {
        let challenge = try options.bytes(at: "challenge")
        guard let text = origin ?? relyingParty.map({ "https://\($0)" }) else {
            throw .malformedOptions(ceremony == .registration ? "rp.id" : "rpId")
        }
        guard let parsedOrigin = PasskeyOrigin(text) else { throw .originNotAllowed }
        let relyingPartyID = relyingParty ?? parsedOrigin.host
        guard parsedOrigin.admits(relyingPartyID) else { throw .originNotAllowed }
        return (ClientData(ceremony, challenge: challenge, origin: text), relyingPartyID)
    }

    /// Asks the user to approve the ceremony, and returns if the user does.
    /// - Throws: ``PasskeyFailure/cancelled`` if the user declines, or if the task is canceled.
    private func requestApproval() async throws(PasskeyFailure) {
        guard await approves(), !Task.isCancelled else { throw .cancelled }
    }

    /// Returns the flags of a ceremony that the user has approved.
    private func flags(isUserVerified: Bool) -> AuthenticatorFlags {
        var result: AuthenticatorFlags = [.userPresent]
        if isUserVerified { result.insert(.userVerified) }
        if traits.isBackedUp { result.formUnion([.backupEligible, .backedUp]) }
        return result
    }
}

/// The capabilities of a software authenticator.
public struct SoftwareAuthenticatorTraits: Sendable, Equatable {
    /// Whether the authenticator verifies the user, as by PIN or biometrics, unless the relying party discourages that.
    public var verifiesUser: Bool
    /// Whether the passkeys sync to the user's other devices. Those of Apple and Google accounts do.
    public var isBackedUp: Bool
    /// Whether the authenticator counts signatures. Authenticators with synced passkeys do not.
    public var countsSignatures: Bool

    /// Creates the traits of an authenticator. The defaults describe a device whose passkeys do not sync.
    public init(verifiesUser: Bool = true, isBackedUp: Bool = false, countsSignatures: Bool = true) {
        self.verifiesUser = verifiesUser
        self.isBackedUp = isBackedUp
        self.countsSignatures = countsSignatures
    }
}

/// A passkey of the software authenticator, with its private key.
struct SoftwarePasskey: Sendable, Redacted {
    private static let idByteCount = 32
    private static let keyByteCount = 32
    private static let keyAttempts = 4

    let id: [UInt8]
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

    /// The public key as a SubjectPublicKeyInfo in DER (RFC 5280 section 4.1.2.7).
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

    /// Returns the response that registers the passkey: a `RegistrationResponseJSON` without attestation (WebAuthn
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

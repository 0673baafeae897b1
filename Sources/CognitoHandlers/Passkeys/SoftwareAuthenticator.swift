import Crypto
import FlowCore
import FlowRuntime

/// A passkey provider without hardware, for tests and for hosts without a platform's: makes real ES256 credentials,
/// registrations without attestation, and assertions (WebAuthn level 3, sections 5.1 and 6.3).
///
/// Whoever can read the process or what ``exported()`` gives has the private keys, so it protects nothing.
public actor SoftwareAuthenticator: PasskeyCeremony {
    /// Why passkeys cannot be taken back.
    public enum RestoreFailure: Error, Sendable, Equatable {
        /// The bytes are not what ``SoftwareAuthenticator/exported()`` gives.
        case malformedPasskeys
    }

    /// Bytes of the longest handle of a user (WebAuthn level 3, section 5.4.3).
    private static let longestUserHandle = 64

    private let origin: String?
    private let traits: SoftwareAuthenticatorTraits
    private let random: CognitoRandom
    private let approves: @Sendable () async -> Bool
    private var passkeys: [SoftwarePasskey] = []

    /// An authenticator without passkeys.
    /// - Parameters:
    ///   - origin: where ceremonies are asked for, such as `https://example.com`; without it that of an app, which is the
    ///     relying party's own: `https://` and its id.
    ///   - traits: what the authenticator can do.
    ///   - random: where keys and ids come from.
    ///   - approves: asks the user before each ceremony; `false` cancels it.
    public init(
        origin: String? = nil, traits: SoftwareAuthenticatorTraits = SoftwareAuthenticatorTraits(),
        random: CognitoRandom = .system, approves: @escaping @Sendable () async -> Bool = { true }
    ) {
        self.origin = origin
        self.traits = traits
        self.random = random
        self.approves = approves
    }

    /// The ids of the passkeys for a relying party in base64url, the oldest first.
    public func passkeyIDs(for relyingParty: String) -> [String] {
        passkeys.filter { $0.relyingParty == relyingParty }.map { Base64.urlText($0.id) }
    }

    /// Removes a passkey, if it is there.
    /// - Parameter id: its id in base64url.
    public func remove(_ id: String) { passkeys.removeAll { Base64.urlText($0.id) == id } }

    /// All passkeys as bytes, with their private keys.
    public func exported() -> [UInt8] {
        Array(JSONValue.object([JSONMember("passkeys", .array(passkeys.map(\.json)))]).jsonText.utf8)
    }

    /// Takes passkeys that ``exported()`` gave, in place of those that are here.
    /// - Throws: ``RestoreFailure/malformedPasskeys``; then all stays as it is.
    public func restore(_ bytes: [UInt8]) throws(RestoreFailure) {
        guard case .array(let items)? = JSONValue(json: bytes)?["passkeys"] else { throw .malformedPasskeys }
        let restored = items.compactMap(SoftwarePasskey.init(json:))
        guard restored.count == items.count else { throw .malformedPasskeys }
        passkeys = restored
    }

    /// Makes a passkey; it takes the place of one for the same user of the same relying party.
    /// - Parameter options: a `PublicKeyCredentialCreationOptionsJSON`.
    /// - Returns: a `RegistrationResponseJSON`.
    /// - Throws: why there is none.
    public func registration(for options: String) async throws(PasskeyFailure) -> String {
        let options = try PasskeyOptions(options)
        let client = try clientData(.registration, options, relyingParty: try options.text("rp", "id"))
        let userHandle = try options.bytes("user", "id")
        guard userHandle.count <= Self.longestUserHandle else { throw .malformedOptions("user.id") }
        guard try options.wantsES256() else { throw .unsupportedAlgorithm }
        let excluded = try options.credentials("excludeCredentials")
        let isVerified = try options.verifiesUser(
            try options.text("authenticatorSelection", "userVerification"), canVerify: traits.verifiesUser)
        try await approve()
        guard !passkeys.contains(where: { $0.relyingParty == client.relyingParty && excluded.contains($0.id) }) else {
            throw .alreadyRegistered
        }
        let passkey = try SoftwarePasskey(relyingParty: client.relyingParty, userHandle: userHandle, random: random)
        passkeys.removeAll { $0.relyingParty == client.relyingParty && $0.userHandle == userHandle }
        passkeys.append(passkey)
        return passkey.registration(client.data, flags: flags(isVerified)).jsonText
    }

    /// Signs in with a passkey: the newest of those that the options allow.
    /// - Parameter options: a `PublicKeyCredentialRequestOptionsJSON`.
    /// - Returns: an `AuthenticationResponseJSON`.
    /// - Throws: why there is none.
    public func assertion(for options: String) async throws(PasskeyFailure) -> String {
        let options = try PasskeyOptions(options)
        let client = try clientData(.assertion, options, relyingParty: try options.text("rpId"))
        let allowed = try options.credentials("allowCredentials")
        let isVerified = try options.verifiesUser(
            try options.text("userVerification"), canVerify: traits.verifiesUser)
        try await approve()
        let usable = passkeys.lastIndex { passkey in
            passkey.relyingParty == client.relyingParty && (allowed.isEmpty || allowed.contains(passkey.id))
        }
        guard let usable else { throw .noPasskey }
        if traits.countsSignatures { passkeys[usable].signCount &+= 1 }
        return try passkeys[usable].assertion(client.data, flags: flags(isVerified)).jsonText
    }

    /// What this client vouches for, and the relying party's id, which by default is the origin's domain.
    private func clientData(
        _ ceremony: ClientData.Ceremony, _ options: PasskeyOptions, relyingParty: String?
    ) throws(PasskeyFailure) -> (data: ClientData, relyingParty: String) {
        let challenge = try options.bytes("challenge")
        guard let text = origin ?? relyingParty.map({ "https://\($0)" }) else { throw .malformedOptions("rpId") }
        guard let origin = PasskeyOrigin(text) else { throw .originNotAllowed }
        let relyingParty = relyingParty ?? origin.host
        guard origin.admits(relyingParty) else { throw .originNotAllowed }
        return (ClientData(ceremony, challenge: challenge, origin: text), relyingParty)
    }

    private func approve() async throws(PasskeyFailure) {
        guard await approves(), !Task.isCancelled else { throw .cancelled }
    }

    private func flags(_ isVerified: Bool) -> AuthenticatorFlags {
        var flags: AuthenticatorFlags = [.userPresent]
        if isVerified { flags.insert(.userVerified) }
        if traits.isBackedUp { flags.formUnion([.backupEligible, .backedUp]) }
        return flags
    }
}

package import CognitoHandlers
package import FlowCore
import FlowRuntime

/// The relying party of passkeys (WebAuthn level 3, section 7).
///
/// It has no state. The caller stores the passkeys, and each challenge until it is answered once.
package struct PasskeyRelyingParty: Sendable, Equatable {
    private static let challengeByteCount = 32

    /// The relying party's id, which is a domain.
    package var id: String
    package var name: String
    /// The permitted origins of websites and apps, such as `https://example.com`.
    package var origins: [String]
    /// Whether authenticators must verify the user; otherwise they should.
    package var requiresUserVerification: Bool
    /// The time in milliseconds that a client waits for the user.
    package var timeout = 180_000

    /// Creates a relying party. By default, its name is its domain, and its only origin is `https://` followed by the
    /// domain.
    package init(
        id: String, name: String? = nil, origins: [String]? = nil, requiresUserVerification: Bool = false
    ) {
        self.id = id
        self.name = name ?? id
        self.origins = origins ?? ["https://\(id)"]
        self.requiresUserVerification = requiresUserVerification
    }

    init(_ configuration: PoolConfiguration) {
        self.init(
            id: configuration.relyingPartyID, origins: configuration.origins.sorted(),
            requiresUserVerification: configuration.requiresUserVerification)
    }

    /// Generates a challenge of 32 random bytes.
    package static func makeChallenge(_ random: CognitoRandom) -> [UInt8] { random(challengeByteCount) }

    /// Creates the `CredentialCreationOptions` of `StartWebAuthnRegistration` (WebAuthn level 3, section 5.1.9).
    ///
    /// The challenge must be for this registration only. An authenticator that has one of `passkeys` creates no second
    /// one.
    package func creationOptions(
        for user: PasskeyUser, challenge: [UInt8], excluding passkeys: [StoredPasskey] = []
    ) -> JSONValue {
        [
            "rp": ["id": .string(id), "name": .string(name)],
            "user": [
                "id": PasskeyJSON.bytes(user.handle), "name": .string(user.name),
                "displayName": .string(user.displayName),
            ],
            "challenge": PasskeyJSON.bytes(challenge),
            "pubKeyCredParams": [
                ["type": .string(PasskeyJSON.credentialType), "alg": .number("\(PasskeyPublicKey.algorithm)")]
            ],
            "timeout": .number("\(timeout)"),
            "excludeCredentials": .array(passkeys.map(\.descriptor)),
            "authenticatorSelection": [
                "requireResidentKey": true, "residentKey": "required", "userVerification": userVerification,
            ],
            "attestation": "none",
        ]
    }

    /// Creates the challenge parameter `CREDENTIAL_REQUEST_OPTIONS` (`PublicKeyCredentialRequestOptionsJSON`).
    ///
    /// The challenge must be for this sign-in only. If `passkeys` is empty, the client offers those that it finds.
    package func requestOptions(challenge: [UInt8], allowing passkeys: [StoredPasskey]) -> JSONValue {
        [
            "challenge": PasskeyJSON.bytes(challenge), "timeout": .number("\(timeout)"), "rpId": .string(id),
            "allowCredentials": .array(passkeys.map(\.descriptor)), "userVerification": userVerification,
        ]
    }

    /// The member `userVerification` of the options.
    private var userVerification: JSONValue { requiresUserVerification ? "required" : "preferred" }
}

extension StoredPasskey {
    /// The passkey as a `PublicKeyCredentialDescriptorJSON`, to allow or exclude it.
    fileprivate var descriptor: JSONValue {
        [
            "id": PasskeyJSON.bytes(credentialID), "type": .string(PasskeyJSON.credentialType),
            "transports": .array(transports.map { .string($0) }),
        ]
    }
}

/// The user of a new passkey (WebAuthn level 3, section 5.4.3).
package struct PasskeyUser: Sendable, Equatable {
    /// The user handle: 1 to 64 bytes that reveal nothing about the user.
    ///
    /// All passkeys of an account have the same handle.
    package var handle: [UInt8]
    package var name: String
    package var displayName: String

    /// Creates a user. The display name defaults to the account name.
    package init(handle: [UInt8], name: String, displayName: String? = nil) {
        self.handle = handle
        self.name = name
        self.displayName = displayName ?? name
    }
}

/// The credential record of a passkey (WebAuthn level 3, section 4).
package struct StoredPasskey: Codable, Sendable, Equatable {
    /// The credential's id, 1 to 1023 bytes.
    package let credentialID: [UInt8]
    /// The P-256 public key in uncompressed X9.63 form, 65 bytes.
    package let publicKey: [UInt8]
    package let relyingPartyID: String
    /// The user handle that identifies the account.
    package let userHandle: [UInt8]
    /// The signature counter; zero if the authenticator has none.
    package var signCount: UInt32
    package let isBackupEligible: Bool
    /// Whether the passkey was backed up when it was last used.
    package var isBackedUp: Bool
    package var hasVerifiedUser: Bool
    /// The authenticator's transports that the client reported, such as `internal` or `hybrid`.
    package let transports: [String]
    /// `platform` or `cross-platform`, if the client reported it.
    package let attachment: String?
    package var friendlyName: String
    /// The time of the registration in seconds since 1970, UTC.
    package let createdAt: Int64

    /// Creates a credential record; the defaults describe a passkey whose client and authenticator report nothing.
    package init(
        credentialID: [UInt8], publicKey: [UInt8], relyingPartyID: String, userHandle: [UInt8], signCount: UInt32 = 0,
        isBackupEligible: Bool = false, isBackedUp: Bool = false, hasVerifiedUser: Bool = false,
        transports: [String] = [], attachment: String? = nil, friendlyName: String = "Passkey", createdAt: Int64 = 0
    ) {
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.hasVerifiedUser = hasVerifiedUser
        self.transports = transports
        self.attachment = attachment
        self.friendlyName = friendlyName
        self.createdAt = createdAt
    }

    /// The credential's id in base64url, as in `ListWebAuthnCredentials`.
    package var idText: String { Base64.urlText(credentialID) }
}

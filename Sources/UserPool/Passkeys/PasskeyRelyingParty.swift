package import CognitoHandlers
package import FlowCore
import FlowRuntime

/// The side of a passkey that asks and checks (WebAuthn level 3, section 7), without a state of its own: the caller keeps
/// challenges, each for one answer, and passkeys.
package struct PasskeyRelyingParty: Sendable, Equatable {
    private static let challengeByteCount = 32

    /// Its id: a domain.
    package var id: String
    /// The name that users see.
    package var name: String
    /// The origins that may ask for it, such as `https://example.com`, or that of an app.
    package var origins: [String]
    /// Whether users must be verified; otherwise it is preferred.
    package var requiresUserVerification: Bool
    /// How long clients should wait for the user, in milliseconds.
    package var timeout = 180_000

    /// Creates a relying party.
    /// - Parameters:
    ///   - id: its domain.
    ///   - name: the name that users see; the domain if none is given.
    ///   - origins: the origins that may ask for it; `https://` and the domain if none are given.
    ///   - requiresUserVerification: whether users must be verified.
    package init(
        id: String, name: String? = nil, origins: [String]? = nil, requiresUserVerification: Bool = false
    ) {
        self.id = id
        self.name = name ?? id
        self.origins = origins ?? ["https://\(id)"]
        self.requiresUserVerification = requiresUserVerification
    }

    /// A new challenge: 32 random bytes.
    package static func challenge(_ random: CognitoRandom) -> [UInt8] { random(challengeByteCount) }

    /// What a client needs to make a passkey: a `PublicKeyCredentialCreationOptionsJSON`.
    /// - Parameters:
    ///   - user: whose passkey it will be.
    ///   - challenge: a new one.
    ///   - passkeys: those that the user has; their authenticators make no further one.
    /// - Returns: the options; `CredentialCreationOptions` of StartWebAuthnRegistration.
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

    /// What a client needs to sign in: a `PublicKeyCredentialRequestOptionsJSON`.
    /// - Parameters:
    ///   - challenge: a new one.
    ///   - passkeys: those that may sign; if there are none, any that the client finds.
    /// - Returns: the options; the text of them is Cognito's `CREDENTIAL_REQUEST_OPTIONS`.
    package func requestOptions(challenge: [UInt8], allowing passkeys: [StoredPasskey]) -> JSONValue {
        [
            "challenge": PasskeyJSON.bytes(challenge), "timeout": .number("\(timeout)"), "rpId": .string(id),
            "allowCredentials": .array(passkeys.map(\.descriptor)), "userVerification": userVerification,
        ]
    }

    private var userVerification: JSONValue { requiresUserVerification ? "required" : "preferred" }
}

extension StoredPasskey {
    /// The passkey among those that are allowed or excluded: a `PublicKeyCredentialDescriptorJSON`.
    fileprivate var descriptor: JSONValue {
        [
            "id": PasskeyJSON.bytes(credentialID), "type": .string(PasskeyJSON.credentialType),
            "transports": .array(transports.map { .string($0) }),
        ]
    }
}

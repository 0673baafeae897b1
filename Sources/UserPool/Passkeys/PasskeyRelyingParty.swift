package import CognitoHandlers
package import FlowCore
import FlowRuntime

/// The relying party of passkeys (WebAuthn level 3, section 7).
///
/// It has no state. The caller stores the passkeys, and each challenge for one answer.
package struct PasskeyRelyingParty: Sendable, Equatable {
    private static let challengeByteCount = 32

    /// The relying party's id: a domain.
    package var id: String
    /// The name that users see.
    package var name: String
    /// The permitted origins, such as `https://example.com` or an app's.
    package var origins: [String]
    /// Whether user verification is required; otherwise it is preferred.
    package var requiresUserVerification: Bool
    /// The clients' timeout in milliseconds.
    package var timeout = 180_000

    /// Creates a relying party.
    /// - Parameters:
    ///   - id: its domain.
    ///   - name: the name that users see; nil for the domain.
    ///   - origins: the permitted origins; if empty, `https://` plus the domain.
    ///   - requiresUserVerification: whether user verification is required.
    package init(
        id: String, name: String? = nil, origins: [String]? = nil, requiresUserVerification: Bool = false
    ) {
        self.id = id
        self.name = name ?? id
        self.origins = origins ?? ["https://\(id)"]
        self.requiresUserVerification = requiresUserVerification
    }

    /// Returns a new challenge of 32 random bytes.
    package static func challenge(_ random: CognitoRandom) -> [UInt8] { random(challengeByteCount) }

    /// Returns the options for creating a passkey: a `PublicKeyCredentialCreationOptionsJSON`.
    /// - Parameters:
    ///   - user: the passkey's user.
    ///   - challenge: a new challenge.
    ///   - passkeys: the user's passkeys; their authenticators create no further one.
    /// - Returns: the options; `CredentialCreationOptions` of `StartWebAuthnRegistration`.
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

    /// Returns the options for signing in: a `PublicKeyCredentialRequestOptionsJSON`.
    /// - Parameters:
    ///   - challenge: a new challenge.
    ///   - passkeys: the passkeys that may sign; if empty, any that the client finds.
    /// - Returns: the options; their text is Cognito's `CREDENTIAL_REQUEST_OPTIONS`.
    package func requestOptions(challenge: [UInt8], allowing passkeys: [StoredPasskey]) -> JSONValue {
        [
            "challenge": PasskeyJSON.bytes(challenge), "timeout": .number("\(timeout)"), "rpId": .string(id),
            "allowCredentials": .array(passkeys.map(\.descriptor)), "userVerification": userVerification,
        ]
    }

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

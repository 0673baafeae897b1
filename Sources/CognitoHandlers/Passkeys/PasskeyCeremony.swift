package import FlowCore
public import FlowRuntime

/// Asks the platform, and through it the user, for a passkey.
///
/// On Apple's systems, adapt `ASAuthorizationController`; in tests, use ``SoftwareAuthenticator``. Inputs and outputs
/// are the JSON of WebAuthn level 3, section 5.1, in which bytes are base64url.
public protocol PasskeyCeremony: Sendable {
    /// Signs in with a passkey.
    /// - Parameter options: a `PublicKeyCredentialRequestOptionsJSON`, such as Cognito's `CREDENTIAL_REQUEST_OPTIONS`.
    /// - Returns: an `AuthenticationResponseJSON`, which Cognito expects as `CREDENTIAL`.
    /// - Throws: ``PasskeyFailure``; `cancelled` if the user declines.
    func assertion(for options: String) async throws(PasskeyFailure) -> String

    /// Creates a passkey.
    /// - Parameter options: a `PublicKeyCredentialCreationOptionsJSON`, such as Cognito's `CredentialCreationOptions`.
    /// - Returns: a `RegistrationResponseJSON`, which CompleteWebAuthnRegistration expects as `Credential`.
    /// - Throws: ``PasskeyFailure``; `cancelled` if the user declines.
    func registration(for options: String) async throws(PasskeyFailure) -> String
}

/// Reports why a passkey ceremony failed.
public enum PasskeyFailure: Error, Sendable, Equatable {
    /// The user declined, or the ceremony timed out.
    case cancelled
    /// The options are not WebAuthn's JSON, or lack the named member.
    case malformedOptions(String)
    /// The origin does not admit the relying party. Its id is not the origin's domain or a parent of it, or the origin
    /// is not secure.
    case originNotAllowed
    /// The authenticator has no passkey that the relying party allows.
    case noPasskey
    /// The authenticator already has a passkey that the relying party excludes.
    case alreadyRegistered
    /// The authenticator supports none of the requested key algorithms.
    case unsupportedAlgorithm
    /// The relying party requires user verification, which the authenticator does not support.
    case cannotVerifyUser
    /// The source of random bytes failed.
    case noRandomness
    /// Another error of the platform, as text without secrets.
    case other(String)
}

extension FlowHandlerFailure {
    /// Creates the failure that the handler `passkey.assert` reports for a failed ceremony: `passkey-cancelled`, or
    /// `passkey-failed` with a reason.
    public init(_ failure: PasskeyFailure) {
        switch failure {
        case .cancelled: self.init("passkey-cancelled", "the user declined, or the passkey request timed out")
        case .malformedOptions(let member):
            self.init("passkey-failed", "the passkey options are malformed at '\(member)'")
        case .originNotAllowed: self.init("passkey-failed", "the origin does not allow this relying party")
        case .noPasskey: self.init("passkey-failed", "the authenticator has no passkey for this sign-in")
        case .alreadyRegistered: self.init("passkey-failed", "the authenticator already has a passkey for this account")
        case .unsupportedAlgorithm:
            self.init("passkey-failed", "the authenticator supports none of the requested key algorithms")
        case .cannotVerifyUser:
            self.init("passkey-failed", "the relying party requires user verification, which is not available")
        case .noRandomness: self.init("passkey-failed", "the source of random bytes failed")
        case .other(let text): self.init("passkey-failed", text)
        }
    }
}

/// The common parts of WebAuthn's JSON formats (level 3, section 5.1).
package enum PasskeyJSON {
    /// The only type of credential.
    package static let credentialType = "public-key"

    /// Returns bytes as a JSON value, which is a text in base64url.
    package static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlText(bytes)) }

    /// Returns the JSON of a credential, with which an authenticator responds in either ceremony.
    /// - Parameters:
    ///   - id: the credential's id.
    ///   - response: the member `response`, which differs between the ceremonies.
    /// - Returns: a JSON object.
    static func credential(_ id: [UInt8], response: JSONValue) -> JSONValue {
        [
            "id": bytes(id), "rawId": bytes(id), "type": .string(credentialType),
            "authenticatorAttachment": "platform", "clientExtensionResults": [:], "response": response,
        ]
    }
}

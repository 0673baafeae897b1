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

/// Asks the platform, and through it the user, for a passkey.
///
/// On Apple's systems an adapter around `ASAuthorizationController`, in tests ``SoftwareAuthenticator``. What goes in and out
/// is the JSON of WebAuthn level 3, section 5.1, in which bytes are base64url.
public protocol PasskeyCeremony: Sendable {
    /// Signs in with a passkey.
    /// - Parameter options: a `PublicKeyCredentialRequestOptionsJSON`; Cognito's `CREDENTIAL_REQUEST_OPTIONS`.
    /// - Returns: an `AuthenticationResponseJSON`; Cognito's `CREDENTIAL`.
    /// - Throws: why there is none; ``PasskeyFailure/cancelled`` if the user does not want to.
    func assertion(for options: String) async throws(PasskeyFailure) -> String

    /// Makes a passkey.
    /// - Parameter options: a `PublicKeyCredentialCreationOptionsJSON`; Cognito's `CredentialCreationOptions`.
    /// - Returns: a `RegistrationResponseJSON`; `Credential` of Cognito's CompleteWebAuthnRegistration.
    /// - Throws: why there is none; ``PasskeyFailure/cancelled`` if the user does not want to.
    func registration(for options: String) async throws(PasskeyFailure) -> String
}

/// An error of Amazon Cognito.
///
/// In the error classes of the flow `amplify`, the raw value follows a prefix such as `service.`.
public enum AWSCognitoAuthError: String, Error, Sendable, CaseIterable {
    /// The user does not exist.
    case userNotFound
    /// The sign-up is not confirmed.
    case userNotConfirmed
    /// The username is taken.
    case usernameExists
    /// The email address or phone number is another user's alias.
    case aliasExists
    /// The code could not be sent.
    case codeDelivery
    /// The code is wrong.
    case codeMismatch
    /// The code has expired.
    case codeExpired
    /// A parameter is invalid.
    case invalidParameter
    /// The password violates the pool's policy.
    case invalidPassword
    /// An account limit is reached.
    case limitExceeded
    /// The user has no second factor of this kind.
    case mfaMethodNotFound
    /// The authenticator app is not set up, or its first code is wrong.
    case softwareTokenMFANotEnabled
    /// The password must be reset.
    case passwordResetRequired
    /// The resource does not exist.
    case resourceNotFound
    /// There were too many wrong answers.
    case failedAttemptsLimitExceeded
    /// There were too many requests.
    case requestLimitExceeded
    /// A trigger of the pool failed or rejected the request.
    case lambda
    /// The device is not remembered.
    case deviceNotTracked
    /// The user cancelled.
    case userCancelled
    /// The service could not be reached.
    case network
    /// The pool's IAM role does not permit text messages.
    case smsRole
    /// The pool's IAM role does not permit emails.
    case emailRole
    /// The passkey's challenge is unknown or has expired.
    case webAuthnChallengeNotFound
    /// The passkey belongs to another app.
    case webAuthnClientMismatch
    /// This passkey cannot be used.
    case webAuthnCredentialNotSupported
    /// The pool does not enable passkeys.
    case webAuthnNotEnabled
    /// The passkey's origin is not allowed.
    case webAuthnOriginNotAllowed
    /// The passkey belongs to another relying party.
    case webAuthnRelyingPartyMismatch
    /// The pool's passkey settings are missing.
    case webAuthnConfigurationMissing
}

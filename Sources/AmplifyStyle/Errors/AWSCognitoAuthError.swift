/// What Cognito says of an error. Raw values are the names that the Amplify flow gives its classes behind `service.`.
public enum AWSCognitoAuthError: String, Error, Sendable, CaseIterable {
    /// There is no such user.
    case userNotFound
    /// The sign-up is not confirmed.
    case userNotConfirmed
    /// The name is taken.
    case usernameExists
    /// The e-mail address or phone number is another user's alias.
    case aliasExists
    /// The code could not be sent.
    case codeDelivery
    /// The code is wrong.
    case codeMismatch
    /// The code is too old.
    case codeExpired
    /// A parameter is wrong.
    case invalidParameter
    /// The password does not keep the pool's rules.
    case invalidPassword
    /// A limit of the account is reached.
    case limitExceeded
    /// The user has no second factor of this kind.
    case mfaMethodNotFound
    /// The authenticator app is not set up, or its first code is wrong.
    case softwareTokenMFANotEnabled
    /// The password must be reset.
    case passwordResetRequired
    /// What was named does not exist.
    case resourceNotFound
    /// Too many wrong answers.
    case failedAttemptsLimitExceeded
    /// Too many requests.
    case requestLimitExceeded
    /// A trigger of the pool failed or refused.
    case lambda
    /// The device is not remembered.
    case deviceNotTracked
    /// The user gave up.
    case userCancelled
    /// The service was not reached.
    case network
    /// The pool may not send text messages.
    case smsRole
    /// The pool may not send e-mails.
    case emailRole
    /// The challenge of the passkey is unknown or too old.
    case webAuthnChallengeNotFound
    /// The passkey was made for another app.
    case webAuthnClientMismatch
    /// This passkey cannot be used.
    case webAuthnCredentialNotSupported
    /// The pool has no passkeys.
    case webAuthnNotEnabled
    /// The passkey's origin is not allowed.
    case webAuthnOriginNotAllowed
    /// The passkey is another site's.
    case webAuthnRelyingPartyMismatch
    /// The pool's passkeys are not set up.
    case webAuthnConfigurationMissing
}

import CognitoFlows

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a call failed. The names are those of the SDK, also of cases that nothing tells here, so that a `switch` of an app
/// compiles.
public enum AWSMobileClientError: Error, Sendable, Equatable {
    /// The address is another user's alias.
    case aliasExists(message: String)
    /// The code could not be sent.
    case codeDeliveryFailure(message: String)
    /// The code is wrong.
    case codeMismatch(message: String)
    /// The code is too old.
    case expiredCode(message: String)
    /// Never told: the SDK has it for groups.
    case groupExists(message: String)
    /// The service failed.
    case internalError(message: String)
    /// A trigger of the pool answered nonsense.
    case invalidLambdaResponse(message: String)
    /// Never told: there is no hosted UI.
    case invalidOAuthFlow(message: String)
    /// A parameter is wrong or missing.
    case invalidParameter(message: String)
    /// The password does not keep the pool's rules.
    case invalidPassword(message: String)
    /// The pool is not set up for this.
    case invalidUserPoolConfiguration(message: String)
    /// A limit of the account is reached.
    case limitExceeded(message: String)
    /// The user has no second factor of this kind.
    case mfaMethodNotFound(message: String)
    /// The service refuses the user.
    case notAuthorized(message: String)
    /// The password must be reset first.
    case passwordResetRequired(message: String)
    /// What was named does not exist.
    case resourceNotFound(message: String)
    /// Never told: there is no hosted UI.
    case scopeDoesNotExist(message: String)
    /// The user has no authenticator app.
    case softwareTokenMFANotFound(message: String)
    /// Too many wrong answers.
    case tooManyFailedAttempts(message: String)
    /// Too many requests.
    case tooManyRequests(message: String)
    /// A trigger of the pool failed.
    case unexpectedLambda(message: String)
    /// A trigger of the pool refused.
    case userLambdaValidation(message: String)
    /// The sign-up is not confirmed.
    case userNotConfirmed(message: String)
    /// There is no such user.
    case userNotFound(message: String)
    /// The name is taken.
    case usernameExists(message: String)
    /// Something else; the message begins with its name.
    case unknown(message: String)
    /// Nobody is signed in.
    case notSignedIn(message: String)
    /// Never told: there is no identity pool.
    case identityIdUnavailable(message: String)
    /// Never told: there is no identity pool.
    case guestAccessNotAllowed(message: String)
    /// Never told: there is no federation.
    case federationProviderExists(message: String)
    /// Never told: there is no identity pool.
    case cognitoIdentityPoolNotConfigured(message: String)
    /// The sign-in that was waited for did not come.
    case unableToSignIn(message: String)
    /// The call has no place here; nothing changed.
    case invalidState(message: String)
    /// There is no configuration of a user pool.
    case userPoolNotConfigured(message: String)
    /// The user gave up.
    case userCancelledSignIn(message: String)
    /// Never told: there is no hosted UI.
    case badRequest(message: String)
    /// Never told: there is no hosted UI.
    case expiredRefreshToken(message: String)
    /// Never told: there is no hosted UI.
    case errorLoadingPage(message: String)
    /// Never told: there is no hosted UI.
    case securityFailed(message: String)
    /// Never told: there is no hosted UI.
    case idTokenNotIssued(message: String)
    /// Never told: there is no hosted UI.
    case idTokenAndAcceessTokenNotIssued(message: String)
    /// What the configuration says cannot be right.
    case invalidConfiguration(message: String)
    /// This device is not registered.
    case deviceNotRemembered(message: String)
}

extension AWSMobileClientError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        // Every case has one value: its message.
        Mirror(reflecting: self).children.first.flatMap { child in
            child.value as? String ?? Mirror(reflecting: child.value).children.first?.value as? String
        }
    }
}

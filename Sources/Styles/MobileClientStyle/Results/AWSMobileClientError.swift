import CognitoFlows
import FlowTable

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An error of a call.
///
/// The cases are the SDK's. Some of them never occur here, but let an app's `switch` compile.
public enum AWSMobileClientError: Error, Sendable, Equatable {
    /// The address is another user's alias.
    case aliasExists(message: String)
    /// The code could not be sent.
    case codeDeliveryFailure(message: String)
    /// The code is wrong.
    case codeMismatch(message: String)
    /// The code has expired.
    case expiredCode(message: String)
    /// Never reported: there are no operations on groups.
    case groupExists(message: String)
    /// The service failed.
    case internalError(message: String)
    /// A trigger of the pool returned an invalid response.
    case invalidLambdaResponse(message: String)
    /// Never reported: there is no hosted UI.
    case invalidOAuthFlow(message: String)
    /// A parameter is invalid or missing.
    case invalidParameter(message: String)
    /// The password violates the pool's policy.
    case invalidPassword(message: String)
    /// The pool's configuration does not support this.
    case invalidUserPoolConfiguration(message: String)
    /// An account limit is reached.
    case limitExceeded(message: String)
    /// The user has no second factor of this kind.
    case mfaMethodNotFound(message: String)
    /// The service rejected a password, an answer or a token.
    case notAuthorized(message: String)
    /// The password must be reset first.
    case passwordResetRequired(message: String)
    /// The resource does not exist.
    case resourceNotFound(message: String)
    /// Never reported: there is no hosted UI.
    case scopeDoesNotExist(message: String)
    /// The user has no authenticator app.
    case softwareTokenMFANotFound(message: String)
    /// There were too many wrong answers.
    case tooManyFailedAttempts(message: String)
    /// There were too many requests.
    case tooManyRequests(message: String)
    /// A trigger of the pool failed.
    case unexpectedLambda(message: String)
    /// A trigger of the pool rejected the request.
    case userLambdaValidation(message: String)
    /// The sign-up is not confirmed.
    case userNotConfirmed(message: String)
    /// The user does not exist.
    case userNotFound(message: String)
    /// The username is taken.
    case usernameExists(message: String)
    /// Any other error. The message begins with the error's name.
    case unknown(message: String)
    /// No user is signed in.
    case notSignedIn(message: String)
    /// Never reported: there is no identity pool.
    case identityIdUnavailable(message: String)
    /// Never reported: there is no identity pool.
    case guestAccessNotAllowed(message: String)
    /// Never reported: there is no federation.
    case federationProviderExists(message: String)
    /// Never reported: there is no identity pool.
    case cognitoIdentityPoolNotConfigured(message: String)
    /// The sign-in expired or was interrupted, or the wait for a sign-in ended without one.
    case unableToSignIn(message: String)
    /// The call is not allowed in this state and has no effect.
    case invalidState(message: String)
    /// No user pool is configured.
    case userPoolNotConfigured(message: String)
    /// The user canceled.
    case userCancelledSignIn(message: String)
    /// Never reported: there is no hosted UI.
    case badRequest(message: String)
    /// Never reported: there is no hosted UI.
    case expiredRefreshToken(message: String)
    /// Never reported: there is no hosted UI.
    case errorLoadingPage(message: String)
    /// Never reported: there is no hosted UI.
    case securityFailed(message: String)
    /// Never reported: there is no hosted UI.
    case idTokenNotIssued(message: String)
    /// Never reported: there is no hosted UI.
    case idTokenAndAcceessTokenNotIssued(message: String)
    /// The configuration is invalid.
    case invalidConfiguration(message: String)
    /// This device is not registered.
    case deviceNotRemembered(message: String)

    /// The constructors of the cases that can occur, by a failure's code, ending, type or error class.
    private static let constructors: [String: @Sendable (String) -> AWSMobileClientError] = [
        "aliasExists": { .aliasExists(message: $0) },
        "codeDeliveryFailure": { .codeDeliveryFailure(message: $0) },
        "codeMismatch": { .codeMismatch(message: $0) },
        "expiredCode": { .expiredCode(message: $0) },
        "internalError": { .internalError(message: $0) },
        "invalidLambdaResponse": { .invalidLambdaResponse(message: $0) },
        "invalidParameter": { .invalidParameter(message: $0) },
        "invalidPassword": { .invalidPassword(message: $0) },
        "invalidUserPoolConfiguration": { .invalidUserPoolConfiguration(message: $0) },
        "limitExceeded": { .limitExceeded(message: $0) },
        "mfaMethodNotFound": { .mfaMethodNotFound(message: $0) },
        "notAuthorized": { .notAuthorized(message: $0) },
        "passwordResetRequired": { .passwordResetRequired(message: $0) },
        "resourceNotFound": { .resourceNotFound(message: $0) },
        "softwareTokenMFANotFound": { .softwareTokenMFANotFound(message: $0) },
        "tooManyFailedAttempts": { .tooManyFailedAttempts(message: $0) },
        "tooManyRequests": { .tooManyRequests(message: $0) },
        "unexpectedLambda": { .unexpectedLambda(message: $0) },
        "userLambdaValidation": { .userLambdaValidation(message: $0) },
        "userNotConfirmed": { .userNotConfirmed(message: $0) },
        "userNotFound": { .userNotFound(message: $0) },
        // No sign-in reports this error, so the flow has no class for it.
        "UsernameExistsException": { .usernameExists(message: $0) },
        "notSignedIn": { .notSignedIn(message: $0) },
        "unableToSignIn": { .unableToSignIn(message: $0) },
        "invalidState": { .invalidState(message: $0) },
        "userPoolNotConfigured": { .userPoolNotConfigured(message: $0) },
        "userCancelledSignIn": { .userCancelledSignIn(message: $0) },
        "invalidConfiguration": { .invalidConfiguration(message: $0) },
        "deviceNotRemembered": { .deviceNotRemembered(message: $0) },
        "no-stored-device": { .deviceNotRemembered(message: $0) },
        StyleFailure.Ending.cancelled.rawValue: { .userCancelledSignIn(message: $0) },
        StyleFailure.Ending.expired.rawValue: { .unableToSignIn(message: $0) },
        "event-not-accepted": { .invalidState(message: $0) },
        "invalid-state": { .invalidState(message: $0) },
        "busy": { .invalidState(message: $0) },
        "superseded": { .unableToSignIn(message: $0) },
    ]

    /// The table of the flow `mobile-client`, whose error classes also apply to other flows.
    private static let classes = try? ShippedFlow.mobileClient.table()

    /// Creates the error for a failure of a flow.
    ///
    /// A failure about an argument becomes ``invalidParameter(message:)``. For any other failure, the case depends on
    /// the code of the refusal, the ending, the type or the error class.
    init(_ failure: StyleFailure) {
        guard failure.field.isEmpty else {
            self = .invalidParameter(message: failure.text)
            return
        }
        let category = failure.category(in: Self.classes)
        let keys = failure.isRefusal ? [failure.type] : [failure.ending?.rawValue ?? "", failure.type, category]
        if let construct = keys.lazy.compactMap({ Self.constructors[$0] }).first {
            self = construct(failure.text)
        } else if failure.isRefusal {
            self = .invalidParameter(message: failure.text)
        } else {
            self = .unknown(message: "\(failure.type): \(failure.message)")
        }
    }
}

extension AWSMobileClientError: LocalizedError {
    /// The message of the case.
    public var errorDescription: String? {
        // Every case has its message as its only value, which a mirror may wrap in a tuple.
        Mirror(reflecting: self).children.first.flatMap { child in
            child.value as? String ?? Mirror(reflecting: child.value).children.first?.value as? String
        }
    }
}

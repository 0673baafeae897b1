import CognitoFlows
import FlowTable

extension AWSMobileClientError {
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
        "usernameExists": { .usernameExists(message: $0) },
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

import CognitoFlows
import FlowTable

/// A description of an error, for users.
public typealias ErrorDescription = String

/// A suggested fix, for users.
public typealias RecoverySuggestion = String

/// The name of an input.
public typealias Field = String

/// An error of a call.
///
/// If ``AWSCognitoAuthError`` has a case for the service's error, that case is the underlying error.
public enum AuthError: Error, Sendable {
    /// The pool is not configured, or its configuration is invalid.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The service, the transport, a handler or a store failed, or the call was canceled.
    case service(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Any other error.
    case unknown(ErrorDescription, (any Error)? = nil)
    /// An input is invalid, so the style sent no request.
    case validation(Field, ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The service rejected a password, an answer or the session.
    case notAuthorized(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The call is not allowed in this state and has no effect.
    case invalidState(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// No user is signed in.
    case signedOut(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The tokens or the answered step have expired. Sign in again.
    case sessionExpired(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// The description of the error, for users.
    public var errorDescription: ErrorDescription {
        switch self {
        case .configuration(let text, _, _), .service(let text, _, _), .unknown(let text, _),
            .validation(_, let text, _, _), .notAuthorized(let text, _, _), .invalidState(let text, _, _),
            .signedOut(let text, _, _), .sessionExpired(let text, _, _):
            text
        }
    }

    /// The suggested fix, for users.
    public var recoverySuggestion: RecoverySuggestion {
        switch self {
        case .configuration(_, let text, _), .service(_, let text, _), .validation(_, _, let text, _),
            .notAuthorized(_, let text, _), .invalidState(_, let text, _), .signedOut(_, let text, _),
            .sessionExpired(_, let text, _):
            text
        case .unknown: "If there is an underlying error, check it. Otherwise, report this error"
        }
    }

    /// The underlying error, or nil if there is none.
    public var underlyingError: (any Error)? {
        switch self {
        case .configuration(_, _, let error), .service(_, _, let error), .unknown(_, let error),
            .validation(_, _, _, let error), .notAuthorized(_, _, let error), .invalidState(_, _, let error),
            .signedOut(_, _, let error), .sessionExpired(_, _, let error):
            error
        }
    }

    private typealias Constructor = @Sendable (StyleFailure, AWSCognitoAuthError?) -> AuthError

    /// The constructors of the cases, by the prefix of an error class, the type of an error about a store, or the code
    /// of a refusal.
    private static let constructors: [String: Constructor] = [
        "service": { .service($0.text, $1 == nil ? "Try again" : "Check the underlying error, and try again", $1) },
        "notAuthorized": { .notAuthorized($0.text, notAuthorizedSuggestion, $1) },
        "configuration": { .configuration($0.text, "Check the configuration of the pool and the app client", $1) },
        "invalidState": { .invalidState($0.text, invalidStateSuggestion, $1) },
        "unknown": { .unknown($0.text, $1) },
        "invalid-state": { .invalidState($0.text, invalidStateSuggestion, $1) },
        "event-not-accepted": { .invalidState($0.text, "Make a call that the pending step accepts", $1) },
        "busy": { .invalidState($0.text, "Await the earlier call", $1) },
        "guard-unavailable": { .service($0.text, "Try again: the stored sign-in cannot be read or written now", $1) },
        "no-record": { .service($0.text, "Try again: the store of pending sign-ins did not answer", $1) },
        "spent-snapshot": { .invalidState($0.text, "Call signIn: this sign-in has ended or continues elsewhere", $1) },
        "superseded": { .service($0.text, "Use the result of the later call, or sign in again", $1 ?? .userCancelled) },
        "token-store-unavailable": {
            .service($0.text, "Try again: the stored tokens cannot be read or written now", $1)
        },
        "token-store-broken": { .service($0.text, "Sign out, or sign in again, to replace the damaged tokens", $1) },
        "token-refresh-elsewhere": { .service($0.text, "Try again when the other process has ended", $1) },
        "no-stored-device": { .service($0.text, "If the pool tracks devices, sign in again", $1 ?? .deviceNotTracked) },
        "device-store-unavailable": {
            .service($0.text, "Try again: the stored devices cannot be read or written now", $1)
        },
    ]

    private static let notAuthorizedSuggestion =
        "Check the user's input. To sign in again, first call signOut if a user is signed in"
    private static let invalidStateSuggestion = "Check whether a step is pending or a user is signed in"

    /// The table of the flow `amplify`, whose error classes also apply to other flows.
    private static let classes = try? ShippedFlow.amplify.table()

    /// Creates the error for a failure of a flow.
    ///
    /// A failure about an argument is a validation error. For any other failure, the case depends on the code of the
    /// refusal, the outcome, the type of an error about a store or the error class.
    init(_ failure: StyleFailure) {
        guard failure.field.isEmpty else {
            self = .validation(failure.field, failure.text, "Provide a valid value")
            return
        }
        // An error class is a prefix or, with an underlying error, `prefix.error`.
        let classParts = failure.category(in: Self.classes).split(separator: ".", maxSplits: 1).map(String.init)
        let underlying = classParts.count == 2 ? AWSCognitoAuthError(rawValue: classParts[1]) : nil
        switch failure.ending {
        case .expired:
            self = .sessionExpired(failure.text, "Sign in again", underlying)
            return
        case .cancelled:
            self = .service(failure.text, "Sign in again when the user wants to", underlying ?? .userCancelled)
            return
        case .failed, nil: break
        }
        let category = failure.isRefusal ? "" : classParts.first ?? ""
        if let construct = Self.constructors[failure.type] ?? Self.constructors[category] {
            // A refusal does not come from the service, so it has no underlying error.
            self = construct(failure, failure.isRefusal ? nil : underlying)
        } else if failure.isRefusal {
            // The other refusals concern neither an argument nor the state of the app.
            self = .service(failure.text, "Try again")
        } else {
            self = .unknown(failure.text, underlying)
        }
    }
}

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
    /// The service could not send the code.
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
    /// The user canceled.
    case userCancelled
    /// The client could not reach the service.
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

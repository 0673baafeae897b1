/// A description of an error, for users.
public typealias ErrorDescription = String
/// A suggested fix, for users.
public typealias RecoverySuggestion = String
/// The name of an input.
public typealias Field = String

/// An error of a call.
///
/// The underlying error of an error from the service is an ``AWSCognitoAuthError``.
public enum AuthError: Error, Sendable {
    /// The pool is not configured, or its configuration is invalid.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The service, the transport or a handler failed.
    case service(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Any other error.
    case unknown(ErrorDescription, (any Error)? = nil)
    /// An input is invalid, so no request was sent.
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
        case .unknown: "Check the underlying error, and report it if it does not explain the problem"
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
}

/// What happened, for people.
public typealias ErrorDescription = String
/// What to do about it, for people.
public typealias RecoverySuggestion = String
/// The name of what was given.
public typealias Field = String

/// Why a call failed. The error within, if there is one, is an ``AWSCognitoAuthError``.
public enum AuthError: Error, Sendable {
    /// There is no pool, or what is said of it cannot be right.
    case configuration(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The service, the way to it or a handler failed.
    case service(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Nothing of the others.
    case unknown(ErrorDescription, (any Error)? = nil)
    /// What was given cannot be right; nothing was sent.
    case validation(Field, ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The service refuses the user: a wrong password or answer, or a session that it knows no longer.
    case notAuthorized(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The call has no place here; nothing changed.
    case invalidState(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// Nobody is signed in.
    case signedOut(ErrorDescription, RecoverySuggestion, (any Error)? = nil)
    /// The tokens, or the step that was answered, can no longer be used: sign in again.
    case sessionExpired(ErrorDescription, RecoverySuggestion, (any Error)? = nil)

    /// What happened.
    public var errorDescription: ErrorDescription {
        switch self {
        case .configuration(let text, _, _), .service(let text, _, _), .unknown(let text, _),
            .validation(_, let text, _, _), .notAuthorized(let text, _, _), .invalidState(let text, _, _),
            .signedOut(let text, _, _), .sessionExpired(let text, _, _):
            text
        }
    }

    /// What to do about it.
    public var recoverySuggestion: RecoverySuggestion {
        switch self {
        case .configuration(_, let text, _), .service(_, let text, _), .validation(_, _, let text, _),
            .notAuthorized(_, let text, _), .invalidState(_, let text, _), .signedOut(_, let text, _),
            .sessionExpired(_, let text, _):
            text
        case .unknown: "Look at the error within, and report it if it says nothing"
        }
    }

    /// The error within, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .configuration(_, _, let error), .service(_, _, let error), .unknown(_, let error),
            .validation(_, _, _, let error), .notAuthorized(_, _, let error), .invalidState(_, _, let error),
            .signedOut(_, _, let error), .sessionExpired(_, _, let error):
            error
        }
    }
}

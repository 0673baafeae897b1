import CognitoFlows
import FlowTable

extension AuthError {
    private typealias Constructor = @Sendable (StyleFailure, AWSCognitoAuthError?) -> AuthError

    /// The constructors of the cases, by the code of a refusal, the outcome, or the prefix of an error class.
    private static let constructors: [String: Constructor] = [
        "service": { .service($0.text, "Check the underlying error, and try again", $1) },
        "notAuthorized": { .notAuthorized($0.text, "Check the user's input, or sign in again", $1) },
        "configuration": { .configuration($0.text, "Check the configuration of the pool and the app client", $1) },
        "invalidState": { .invalidState($0.text, invalidStateSuggestion, $1) },
        "unknown": { .unknown($0.text, $1) },
        "invalid-state": { .invalidState($0.text, invalidStateSuggestion, $1) },
        "event-not-accepted": { .invalidState($0.text, "Call signIn first", $1) },
        "busy": { .invalidState($0.text, "Await the earlier call", $1) },
        "guard-unavailable": { .service($0.text, "Try again: the store of pending sign-ins did not answer", $1) },
        "no-record": { .service($0.text, "Try again: the store of pending sign-ins did not answer", $1) },
        "spent-snapshot": { .invalidState($0.text, "Call signIn: this one has ended or continues elsewhere", $1) },
        "superseded": { .service($0.text, "Use the result of the call that replaced this one", $1 ?? .userCancelled) },
    ]

    private static let invalidStateSuggestion = "Check whether a step is pending or a user is signed in"

    /// The table of the flow `amplify`, whose error classes also apply to other flows.
    private static let classes = try? ShippedFlow.amplify.table()

    /// Creates the error for a failure of a flow.
    ///
    /// A failure about an argument is a validation error. For any other failure, the case depends on the code of the
    /// refusal, the outcome or the error class.
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
        let key = failure.isRefusal ? failure.type : classParts.first ?? ""
        if let construct = Self.constructors[key] {
            self = construct(failure, failure.isRefusal ? nil : underlying)
        } else if failure.isRefusal {
            self = .service(failure.text, "Try again")
        } else {
            self = .unknown(failure.text, underlying)
        }
    }
}

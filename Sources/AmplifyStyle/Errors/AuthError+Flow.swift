import CognitoFlows

extension AuthError {
    private typealias Maker = @Sendable (StyleFailure, AWSCognitoAuthError?) -> AuthError

    /// The cases by the words before the dot of the flow's error classes.
    private static let makers: [String: Maker] = [
        "service": { .service($0.text, "See the error within, then try again", $1) },
        "notAuthorized": { .notAuthorized($0.text, "Check what was given, or sign in again", $1) },
        "configuration": { .configuration($0.text, "Check the configuration of the pool and the app client", $1) },
        "validation": { .validation($0.type, $0.text, "Give what is asked for", $1) },
        "invalidState": { .invalidState($0.text, "See what stands: the next step, or a user who is signed in", $1) },
        "unknown": { .unknown($0.text, $1) },
        "expired": { .sessionExpired($0.text, "Sign in again", $1) },
        "cancelled": { .service($0.text, "Sign in again when the user wants to", $1 ?? .userCancelled) },
        "event-not-accepted": { .invalidState($0.text, "Call signIn first", $1) },
        "busy": { .invalidState($0.text, "Await the earlier call", $1) },
        "superseded": { .service($0.text, "The newer call counts", $1 ?? .userCancelled) },
    ]

    /// The error for what a flow told: by its class, else by its name. What was refused for its form is a validation error.
    init(_ failure: StyleFailure) {
        let names = failure.category.split(separator: ".", maxSplits: 1).map(String.init)
        let within = names.count == 2 ? AWSCognitoAuthError(rawValue: names[1]) : nil
        let key = failure.category.isEmpty ? failure.type : names[0]
        if let make = Self.makers[key] ?? (failure.type == "invalid-state" ? Self.makers["invalidState"] : nil) {
            self = make(failure, within)
        } else if failure.isRefusal {
            self = .validation(failure.type, failure.text, "Give what is asked for")
        } else {
            self = .unknown(failure.text, within)
        }
    }
}

extension StyleFailure {
    /// A sentence in any case.
    fileprivate var text: String { message.isEmpty ? type : message }
}

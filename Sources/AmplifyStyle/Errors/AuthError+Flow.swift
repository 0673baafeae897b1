import CognitoFlows
import FlowTable

extension AuthError {
    private typealias Maker = @Sendable (StyleFailure, AWSCognitoAuthError?) -> AuthError

    /// The cases by the prefix of the flow's error classes.
    private static let makers: [String: Maker] = [
        "service": { .service($0.text, "See the error within, then try again", $1) },
        "notAuthorized": { .notAuthorized($0.text, "Check what was given, or sign in again", $1) },
        "configuration": { .configuration($0.text, "Check the configuration of the pool and the app client", $1) },
        "invalidState": { .invalidState($0.text, "See what stands: the next step, or a user who is signed in", $1) },
        "unknown": { .unknown($0.text, $1) },
        "expired": { .sessionExpired($0.text, "Sign in again", $1) },
        "cancelled": { .service($0.text, "Sign in again when the user wants to", $1 ?? .userCancelled) },
        "invalid-state": { .invalidState($0.text, "See what stands: the next step, or a user who is signed in", $1) },
        "event-not-accepted": { .invalidState($0.text, "Call signIn first", $1) },
        "busy": { .invalidState($0.text, "Await the earlier call", $1) },
        "guard-unavailable": { .service($0.text, "Try again: the store of pending sign-ins did not answer", $1) },
        "no-record": { .service($0.text, "Try again: the store of pending sign-ins did not answer", $1) },
        "spent-snapshot": { .invalidState($0.text, "The sign-in has ended or goes on elsewhere: call signIn", $1) },
        "superseded": { .service($0.text, "The newer call counts", $1 ?? .userCancelled) },
    ]

    /// The error classes of the flow `amplify`, which other flows use too.
    private static let classes = try? ShippedFlow.amplify.table()

    /// Converts a failure: the argument named by its outcome or rejection, else by its class.
    init(_ failure: StyleFailure) {
        guard failure.field.isEmpty else {
            self = .validation(failure.field, failure.text, "Give what is asked for")
            return
        }
        let names = failure.category(in: Self.classes).split(separator: ".", maxSplits: 1).map(String.init)
        let within = names.count == 2 ? AWSCognitoAuthError(rawValue: names[1]) : nil
        let keys = failure.isRefusal ? [failure.type] : [failure.outcome, names.first].compactMap { $0 }
        if let make = keys.lazy.compactMap({ Self.makers[$0] }).first {
            self = make(failure, failure.isRefusal ? nil : within)
        } else if failure.isRefusal {
            self = .service(failure.text, "Try again")
        } else {
            self = .unknown(failure.text, within)
        }
    }
}

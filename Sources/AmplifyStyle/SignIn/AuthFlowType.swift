import CognitoFlows
import FlowCore
import FlowRuntime

/// The authentication flow of a sign-in.
public enum AuthFlowType: Sendable, Equatable {
    /// The password, verified with SRP.
    case userSRP
    /// The older name of ``customWithSRP``.
    case custom
    /// The pool's custom challenges after SRP.
    case customWithSRP
    /// The pool's custom challenges without a password.
    case customWithoutSRP
    /// The password in plain text.
    case userPassword
    /// Choice-based sign-in, optionally with a preferred first factor.
    case userAuth(preferredFirstFactor: AuthFactorType?)

    /// The inputs that select this authentication flow. Their words are the names of the cases.
    var inputs: JSONValue {
        switch self {
        case .userAuth(let preferred):
            .inputs(["flowType": "userAuth", "preferredFirstFactor": .text(preferred?.rawValue)])
        default: ["flowType": .string("\(self)")]
        }
    }
}

import CognitoFlows
import FlowCore
import FlowRuntime

/// How a sign-in begins.
public enum AuthFlowType: Sendable, Equatable {
    /// The password, proved by SRP.
    case userSRP
    /// The pool's triggers, behind the password (older name of ``customWithSRP``).
    case custom
    /// The pool's triggers, behind the password.
    case customWithSRP
    /// The pool's triggers alone: no password is needed.
    case customWithoutSRP
    /// The password, sent as it is.
    case userPassword
    /// The user chooses among the first factors, or the app prefers one.
    case userAuth(preferredFirstFactor: AuthFactorType?)

    /// The inputs of the flow: its words are the names of the cases.
    var inputs: JSONValue {
        switch self {
        case .userAuth(let preferred):
            .inputs(["flowType": "userAuth", "preferredFirstFactor": .text(preferred?.rawValue)])
        default: ["flowType": .string("\(self)")]
        }
    }
}

import CognitoFlows
import FlowCore
import FlowRuntime

/// Chooses among second factors.
public protocol AWSCognitoIdentitySelectMfa: AnyObject {
    /// Asks; the choice goes to the source, at once or later.
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>)
    /// Tells how it went.
    func didCompleteSelectMfaStepWithError(_ error: (any Error)?)
}

/// What can be chosen.
public final class AWSCognitoIdentitySelectMfaInput: Sendable {
    /// The factors: the service's name for each, and a hint: the device of an authenticator app, or where a code would
    /// go.
    public let availableMfas: [String: String]

    /// An input, for tests of hosts too.
    public init(availableMfas: [String: String]) {
        self.availableMfas = availableMfas
    }
}

/// The choice.
public final class AWSCognitoIdentitySelectMfaDetails {
    /// The service's name for the factor.
    public var selectedMfa: String

    /// Creates an answer.
    public init(selectedMfa: String) {
        self.selectedMfa = selectedMfa
    }
}

extension StepCallbacks {
    /// A choice among second factors.
    static let selectMfa = StepCallbacks(
        starts: ["startSelectMfa"], question: "getSelectMfaDetails", finish: "didCompleteSelectMfaStepWithError",
        ask: { (object: any AWSCognitoIdentitySelectMfa, step, source) in
            object.getSelectMfaDetails(
                AWSCognitoIdentitySelectMfaInput(availableMfas: step.availableMfas), selectMfaCompletionSource: source)
        },
        answer: { (given: AWSCognitoIdentitySelectMfaDetails) in ["selectedMfa": .string(given.selectedMfa)] },
        tell: { $0.didCompleteSelectMfaStepWithError($1) })
}

extension StyleStep {
    /// The factors with their hints, which the flow shows as `hint.` and the factor's name.
    fileprivate var availableMfas: [String: String] {
        let hinted = list("availableMfas").map { ($0, text("hint." + $0) ?? "unknown") }
        return Dictionary(hinted) { first, _ in first }
    }
}

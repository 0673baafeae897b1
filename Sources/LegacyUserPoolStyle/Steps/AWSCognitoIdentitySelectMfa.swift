import CognitoFlows
import FlowCore
import FlowRuntime

/// Asks for one of several second factors.
public protocol AWSCognitoIdentitySelectMfa: AnyObject {
    /// Asks for the choice. Set the result on the source, now or later.
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>)
    /// Reports how the step ended; nil on success.
    func didCompleteSelectMfaStepWithError(_ error: (any Error)?)
}

/// The available factors.
public final class AWSCognitoIdentitySelectMfaInput: Sendable {
    /// A hint for each factor, by the service's name of the factor.
    ///
    /// The hint is the name of the device with the authenticator app, or the destination of the code.
    public let availableMfas: [String: String]

    /// Creates an input. Host tests can use it.
    public init(availableMfas: [String: String]) {
        self.availableMfas = availableMfas
    }
}

/// The choice.
public final class AWSCognitoIdentitySelectMfaDetails {
    /// The service's name of the factor.
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
        answer: { (details: AWSCognitoIdentitySelectMfaDetails) in ["selectedMfa": .string(details.selectedMfa)] },
        report: { $0.didCompleteSelectMfaStepWithError($1) })
}

extension StyleStep {
    /// The hint for each factor, by the factor's name. The flow shows it as `hint.` followed by that name.
    fileprivate var availableMfas: [String: String] {
        let hinted = list("availableMfas").map { ($0, text("hint." + $0) ?? "unknown") }
        return Dictionary(hinted) { first, _ in first }
    }
}

import CognitoFlows
import FlowCore
import FlowRuntime

/// Asks for one of several second factors.
public protocol AWSCognitoIdentitySelectMfa: AnyObject {
    /// Asks for the choice. Set the result on the source, now or later.
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>)
    /// Reports how the step ended. The error is nil on success.
    func didCompleteSelectMfaStepWithError(_ error: (any Error)?)
}

/// The second factors that the user can choose from.
public final class AWSCognitoIdentitySelectMfaInput: Sendable {
    /// A hint for each factor, by the service's name of the factor.
    ///
    /// The hint is the destination of the code, or the name of the device with the authenticator app.
    public let availableMfas: [String: String]

    /// Creates an input, for example in tests of the host.
    public init(availableMfas: [String: String]) {
        self.availableMfas = availableMfas
    }
}

/// The chosen second factor.
public final class AWSCognitoIdentitySelectMfaDetails {
    /// The service's name of the factor: a key of ``AWSCognitoIdentitySelectMfaInput/availableMfas``.
    public var selectedMfa: String

    /// Creates the choice of a factor by the service's name.
    public init(selectedMfa: String) {
        self.selectedMfa = selectedMfa
    }
}

extension StepCallbacks {
    /// The callbacks for the choice of a second factor.
    static let selectMfa = StepCallbacks(
        starts: ["startSelectMfa"], stepName: "getSelectMfaDetails",
        endNotification: "didCompleteSelectMfaStepWithError",
        ask: { (object: any AWSCognitoIdentitySelectMfa, step, source) in
            object.getSelectMfaDetails(
                AWSCognitoIdentitySelectMfaInput(availableMfas: step.availableMfas), selectMfaCompletionSource: source)
        },
        answer: { (details: AWSCognitoIdentitySelectMfaDetails) in ["selectedMfa": .string(details.selectedMfa)] },
        report: { $0.didCompleteSelectMfaStepWithError($1) })
}

extension StyleStep {
    /// The hint for each factor, by the factor's name; `unknown` for a factor without a hint.
    ///
    /// The flow shows a hint under the name `hint.` followed by the factor's name.
    fileprivate var availableMfas: [String: String] {
        let hinted = list("availableMfas").map { ($0, text("hint." + $0) ?? "unknown") }
        return Dictionary(hinted) { first, _ in first }
    }
}

import CognitoFlows
import FlowCore

/// The result of a sign-in or of an answer.
public struct SignInResult: Sendable, Equatable {
    /// The next step.
    public let signInState: SignInState
    /// The parameters of a custom challenge, or what another step shows.
    public let parameters: [String: String]
    /// The destination of the code, if the step waits for one.
    public let codeDetails: UserCodeDeliveryDetails?

    /// Creates a result.
    public init(
        signInState: SignInState, parameters: [String: String] = [:], codeDetails: UserCodeDeliveryDetails? = nil
    ) {
        self.signInState = signInState
        self.parameters = parameters
        self.codeDetails = codeDetails
    }

    /// Converts a step of the flow. The client keeps the tokens.
    init(_ step: StyleStep) {
        let state = SignInState(step: step.name)
        var shown: [String: String] = step.isOutcome ? [:] : step.map("parameters")
        if step.parameters["parameters"] == nil, !step.isOutcome { shown = step.texts }
        if state == .unknown { shown["step"] = step.name }
        self.init(signInState: state, parameters: shown, codeDetails: UserCodeDeliveryDetails(step))
    }
}

extension StyleStep {
    /// All shown values as texts, with lists separated by commas.
    fileprivate var texts: [String: String] {
        var texts: [String: String] = [:]
        for member in parameters.members ?? [] {
            texts[member.name] = member.value.string ?? list(member.name).joined(separator: ",")
        }
        return texts
    }
}

extension SignInResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The state alone, since parameters can hold an authenticator app's secret.
    public var description: String { "SignInResult(\(signInState))" }
    /// The state alone.
    public var debugDescription: String { description }
    /// A mirror with the state alone.
    public var customMirror: Mirror { Mirror(self, children: ["signInState": signInState]) }
}

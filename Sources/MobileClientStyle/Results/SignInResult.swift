import CognitoFlows
import FlowCore

/// The result of a sign-in or of an answer.
public struct SignInResult: Sendable, Equatable {
    /// The next step.
    public let signInState: SignInState
    /// The parameters of a custom challenge, or the values that any other step shows.
    public let parameters: [String: String]
    /// The destination of the code, or nil if the step asks for no code.
    public let codeDetails: UserCodeDeliveryDetails?

    /// Creates a result, for example in tests of the app.
    public init(
        signInState: SignInState, parameters: [String: String] = [:], codeDetails: UserCodeDeliveryDetails? = nil
    ) {
        self.signInState = signInState
        self.parameters = parameters
        self.codeDetails = codeDetails
    }

    /// Creates the result for a step of the flow.
    ///
    /// When the flow has ended, the result has no parameters, so that it contains no tokens.
    init(_ step: StyleStep) {
        let state = SignInState(step: step.name)
        var shown: [String: String] = [:]
        if !step.isOutcome {
            // Only a custom challenge shows `parameters`.
            shown = step.parameters["parameters"] == nil ? step.texts : step.map("parameters")
        }
        if state == .unknown { shown["step"] = step.name }
        self.init(signInState: state, parameters: shown, codeDetails: UserCodeDeliveryDetails(step))
    }
}

extension StyleStep {
    /// All shown values as texts, by name. The items of a list are separated by commas.
    fileprivate var texts: [String: String] {
        var texts: [String: String] = [:]
        for member in parameters.members ?? [] {
            texts[member.name] = member.value.string ?? list(member.name).joined(separator: ",")
        }
        return texts
    }
}

extension SignInResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The state without the parameters, which can contain the secret for an authenticator app.
    public var description: String { "SignInResult(\(signInState))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror whose only child is the state.
    public var customMirror: Mirror { Mirror(self, children: ["signInState": signInState]) }
}

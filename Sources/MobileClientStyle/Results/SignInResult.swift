import CognitoFlows
import FlowCore

/// What came of a sign-in or of an answer.
public struct SignInResult: Sendable, Equatable {
    /// What is needed next.
    public let signInState: SignInState
    /// What the service tells: the parameters of a custom challenge, or what the flow shows at another step.
    public let parameters: [String: String]
    /// Where a code went, where one is asked for.
    public let codeDetails: UserCodeDeliveryDetails?

    /// A result, for tests too.
    public init(
        signInState: SignInState, parameters: [String: String] = [:], codeDetails: UserCodeDeliveryDetails? = nil
    ) {
        self.signInState = signInState
        self.parameters = parameters
        self.codeDetails = codeDetails
    }

    /// As a flow's step shows it; tokens stay with the client.
    init(_ step: StyleStep) {
        let state = SignInState(step: step.name)
        var shown: [String: String] = step.isOutcome ? [:] : step.map("parameters")
        if step.parameters["parameters"] == nil, !step.isOutcome { shown = step.texts }
        if state == .unknown { shown["step"] = step.name }
        self.init(signInState: state, parameters: shown, codeDetails: UserCodeDeliveryDetails(step))
    }
}

extension StyleStep {
    /// All that is shown as texts: lists with commas.
    fileprivate var texts: [String: String] {
        var texts: [String: String] = [:]
        for member in parameters.members ?? [] {
            texts[member.name] = member.value.string ?? list(member.name).joined(separator: ",")
        }
        return texts
    }
}

extension SignInResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The state alone: parameters may hold the secret of an authenticator app.
    public var description: String { "SignInResult(\(signInState))" }
    /// The state alone.
    public var debugDescription: String { description }
    /// A mirror with the state alone.
    public var customMirror: Mirror { Mirror(self, children: ["signInState": signInState]) }
}

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
}

extension SignInResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The state without the parameters, which can contain the secret for an authenticator app.
    public var description: String { "SignInResult(\(signInState))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror whose only child is the state.
    public var customMirror: Mirror { Mirror(self, children: ["signInState": signInState]) }
}

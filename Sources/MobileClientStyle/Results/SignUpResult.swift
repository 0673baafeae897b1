import CognitoFlows

/// Whether a sign-up is confirmed.
public enum SignUpConfirmationState: Sendable {
    /// The user can sign in.
    case confirmed
    /// Confirm the sign-up with the code that was sent.
    case unconfirmed
    /// The state is unknown.
    case unknown
}

/// The result of a sign-up.
public struct SignUpResult: Sendable, Equatable {
    /// The state of the confirmation.
    public let signUpConfirmationState: SignUpConfirmationState
    /// The destination of the code.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
    /// The user's id (`sub`).
    public let userSub: String?

    /// Creates a result.
    public init(
        signUpState: SignUpConfirmationState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil,
        userSub: String? = nil
    ) {
        self.signUpConfirmationState = signUpState
        self.codeDeliveryDetails = codeDeliveryDetails
        self.userSub = userSub
    }

    /// Creates the result for a step of the flow. The flow has ended, or the step asks for the code.
    init(_ step: StyleStep) {
        self.init(
            signUpState: step.isOutcome ? .confirmed : .unconfirmed,
            codeDeliveryDetails: UserCodeDeliveryDetails(step), userSub: step.text("userSub"))
    }
}

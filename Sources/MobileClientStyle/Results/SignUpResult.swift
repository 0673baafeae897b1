import CognitoFlows

/// Whether a sign-up is confirmed.
public enum SignUpConfirmationState: Sendable {
    /// The user can sign in.
    case confirmed
    /// The code that was sent must be confirmed.
    case unconfirmed
    /// Nothing is known.
    case unknown
}

/// What came of a sign-up.
public struct SignUpResult: Sendable, Equatable {
    /// Whether it is confirmed.
    public let signUpConfirmationState: SignUpConfirmationState
    /// Where the code went.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
    /// The id of the user.
    public let userSub: String?

    /// A result, for tests too.
    public init(
        signUpState: SignUpConfirmationState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil,
        userSub: String? = nil
    ) {
        self.signUpConfirmationState = signUpState
        self.codeDeliveryDetails = codeDeliveryDetails
        self.userSub = userSub
    }

    /// As the flow has it: a step waits for the code.
    init(_ step: StyleStep) {
        self.init(
            signUpState: step.isOutcome ? .confirmed : .unconfirmed,
            codeDeliveryDetails: UserCodeDeliveryDetails(step), userSub: step.text("userSub"))
    }
}

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
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
    /// The user's id (`sub`), or nil if the service did not return it.
    public let userSub: String?

    /// Creates a result, for example in tests of the app.
    public init(
        signUpState: SignUpConfirmationState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil,
        userSub: String? = nil
    ) {
        self.signUpConfirmationState = signUpState
        self.codeDeliveryDetails = codeDeliveryDetails
        self.userSub = userSub
    }

    /// Creates the result of a sign-up. It is `confirmed` if the flow has ended. Otherwise, the step asks for the code.
    init(_ result: AccountResult<ShippedFlow.Register.ConfirmSignUp, ShippedFlow.Register.Outcome.Confirmed>) {
        switch result {
        case .asks(let step):
            let details = UserCodeDeliveryDetails(
                medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName)
            self.init(signUpState: .unconfirmed, codeDeliveryDetails: details, userSub: step.userSub)
        case .done(let outcome): self.init(signUpState: .confirmed, userSub: outcome.userSub)
        }
    }
}

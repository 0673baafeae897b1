import CognitoFlows

/// The state of a password reset.
public enum ForgotPasswordState: Sendable {
    /// The new password is in effect.
    case done
    /// Confirm with the code that was sent.
    case confirmationCodeSent
}

/// The result of a password reset.
public struct ForgotPasswordResult: Sendable, Equatable {
    /// The state of the reset.
    public let forgotPasswordState: ForgotPasswordState
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?

    /// Creates a result, for example in tests of the app.
    public init(forgotPasswordState: ForgotPasswordState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil) {
        self.forgotPasswordState = forgotPasswordState
        self.codeDeliveryDetails = codeDeliveryDetails
    }

    /// Creates the result of a reset. It is `done` if the flow has ended. Otherwise, the step asks for the code.
    init(
        _ result: AccountResult<
            ShippedFlow.ForgottenPassword.ConfirmResetPassword, ShippedFlow.ForgottenPassword.Outcome.Done
        >
    ) {
        switch result {
        case .asks(let step):
            let details = UserCodeDeliveryDetails(
                medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName)
            self.init(forgotPasswordState: .confirmationCodeSent, codeDeliveryDetails: details)
        case .done: self.init(forgotPasswordState: .done)
        }
    }
}

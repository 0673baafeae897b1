import CognitoFlows

/// How far the reset of a password is.
public enum ForgotPasswordState: Sendable {
    /// The new password counts.
    case done
    /// The code that was sent must be confirmed.
    case confirmationCodeSent
}

/// What came of a reset of a password.
public struct ForgotPasswordResult: Sendable, Equatable {
    /// How far it is.
    public let forgotPasswordState: ForgotPasswordState
    /// Where the code went.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?

    /// A result, for tests too.
    public init(forgotPasswordState: ForgotPasswordState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil) {
        self.forgotPasswordState = forgotPasswordState
        self.codeDeliveryDetails = codeDeliveryDetails
    }

    /// As the flow has it: a step waits for the code.
    init(_ step: StyleStep) {
        self.init(
            forgotPasswordState: step.isOutcome ? .done : .confirmationCodeSent,
            codeDeliveryDetails: UserCodeDeliveryDetails(step))
    }
}

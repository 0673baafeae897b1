import CognitoFlows

/// The next step of a password reset.
public enum AuthResetPasswordStep: Sendable, Equatable {
    /// Confirm with the code that was sent and a new password.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// The reset is complete.
    case done
}

/// The result of ``AuthCategory/resetPassword(for:options:)``.
public struct AuthResetPasswordResult: Sendable, Equatable {
    /// The next step.
    public let nextStep: AuthResetPasswordStep

    /// Whether the new password is in effect.
    public var isPasswordReset: Bool { nextStep == .done }

    /// Creates a result, for example in tests of the app.
    public init(nextStep: AuthResetPasswordStep) {
        self.nextStep = nextStep
    }
}

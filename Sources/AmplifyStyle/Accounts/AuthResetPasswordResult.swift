import CognitoFlows

/// What the reset of a password needs next.
public enum AuthResetPasswordStep: Sendable, Equatable {
    /// The code that was sent, with the new password.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// Nothing.
    case done
}

/// What came of ``AuthCategory/resetPassword(for:)``.
public struct AuthResetPasswordResult: Sendable, Equatable {
    /// What is needed next.
    public let nextStep: AuthResetPasswordStep

    /// Whether the new password counts.
    public var isPasswordReset: Bool { nextStep == .done }

    /// A result, for tests too.
    public init(nextStep: AuthResetPasswordStep) {
        self.nextStep = nextStep
    }
}

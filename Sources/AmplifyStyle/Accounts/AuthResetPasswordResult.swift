import CognitoFlows
public import FlowCore

/// The next step of a password reset.
public enum AuthResetPasswordStep: Sendable, Equatable, Redacted {
    /// Confirm with the code that was sent and a new password.
    case confirmResetPasswordWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// The reset is complete.
    case done
}

/// The result of ``AuthCategory/resetPassword(for:options:)``.
public struct AuthResetPasswordResult: Sendable, Equatable, Redacted {
    /// The next step.
    public let nextStep: AuthResetPasswordStep

    /// Whether the new password is in effect.
    public var isPasswordReset: Bool { nextStep == .done }

    /// Creates a result, for example in tests of the app.
    public init(nextStep: AuthResetPasswordStep) {
        self.nextStep = nextStep
    }
}

/// Cognito plugin options that carry client metadata, with Amplify's names.
public struct AWSAuthMetadataOptions: Sendable, Redacted {
    /// `ClientMetadata` for the pool's triggers.
    public var metadata: [String: String]?

    /// Creates options with metadata.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}

/// Options of a request whose only options are the Cognito plugin's.
public struct AuthMetadataRequestOptions: Sendable, Redacted {
    /// Options of the Cognito plugin.
    public var pluginOptions: AWSAuthMetadataOptions?

    /// Creates options. An omitted option has no effect.
    public init(pluginOptions: AWSAuthMetadataOptions? = nil) {
        self.pluginOptions = pluginOptions
    }
}

/// Amplify's namespace for the options of a password reset.
public enum AuthResetPasswordRequest {
    /// Options of ``AuthCategory/resetPassword(for:options:)``.
    public typealias Options = AuthMetadataRequestOptions
}

/// Amplify's namespace for the options of a reset's confirmation.
public enum AuthConfirmResetPasswordRequest {
    /// Options of ``AuthCategory/confirmResetPassword(for:with:confirmationCode:options:)``.
    public typealias Options = AuthMetadataRequestOptions
}

/// Amplify's namespace for the options of a resent sign-up code.
public enum AuthResendSignUpCodeRequest {
    /// Options of ``AuthCategory/resendSignUpCode(for:options:)``.
    public typealias Options = AuthMetadataRequestOptions
}

/// Amplify's name for the plugin options of a password reset.
public typealias AWSResetPasswordOptions = AWSAuthMetadataOptions

/// Amplify's name for the plugin options of a reset's confirmation.
public typealias AWSAuthConfirmResetPasswordOptions = AWSAuthMetadataOptions

/// Amplify's name for the plugin options of a resent sign-up code.
public typealias AWSResendSignUpCodeOptions = AWSAuthMetadataOptions

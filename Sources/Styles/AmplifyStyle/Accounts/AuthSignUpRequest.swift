import CognitoFlows
public import FlowCore

/// Amplify's namespace for the options of a sign-up.
public enum AuthSignUpRequest {
    /// Options of ``AuthCategory/signUp(username:password:options:)``.
    public struct Options: Sendable, Redacted {
        /// The user's attributes.
        public var userAttributes: [AuthUserAttribute]?
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthSignUpOptions?

        /// Creates options. An omitted option has no effect.
        public init(userAttributes: [AuthUserAttribute]? = nil, pluginOptions: AWSAuthSignUpOptions? = nil) {
            self.userAttributes = userAttributes
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of a sign-up.
public struct AWSAuthSignUpOptions: Sendable, Redacted {
    /// `ValidationData` for the pool's pre sign-up trigger.
    public var validationData: [String: String]?
    /// `ClientMetadata` for the pool's triggers.
    public var metadata: [String: String]?

    /// Creates options. An omitted option has no effect.
    public init(validationData: [String: String]? = nil, metadata: [String: String]? = nil) {
        self.validationData = validationData
        self.metadata = metadata
    }
}

/// Amplify's namespace for the options of a sign-up's confirmation.
public enum AuthConfirmSignUpRequest {
    /// Options of ``AuthCategory/confirmSignUp(for:confirmationCode:options:)``.
    public struct Options: Sendable, Redacted {
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthConfirmSignUpOptions?

        /// Creates options. An omitted option has no effect.
        public init(pluginOptions: AWSAuthConfirmSignUpOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of a sign-up's confirmation.
public struct AWSAuthConfirmSignUpOptions: Sendable, Redacted {
    /// `ClientMetadata` for the pool's triggers.
    public var metadata: [String: String]?
    /// Whether an alias that belongs to another user moves to this one.
    public var forceAliasCreation: Bool?

    /// Creates options. An omitted option has no effect.
    public init(metadata: [String: String]? = nil, forceAliasCreation: Bool? = nil) {
        self.metadata = metadata
        self.forceAliasCreation = forceAliasCreation
    }
}

/// The next step of a sign-up.
public enum AuthSignUpStep: Sendable, Equatable {
    /// Confirm the sign-up with the code that the service sent.
    case confirmUser(AuthCodeDeliveryDetails? = nil, AdditionalInfo? = nil, userID: String? = nil)
    /// Call ``AuthCategory/autoSignIn()``, which signs the user in with this session.
    case completeAutoSignIn(String)
    /// The sign-up is complete.
    case done
}

/// The result of a sign-up.
public struct AuthSignUpResult: Sendable, Equatable, Redacted {
    /// The next step.
    public let nextStep: AuthSignUpStep
    /// The user's id, if the service returned it.
    public let userID: String?

    /// Whether the sign-up is confirmed, so that the user can sign in.
    public var isSignUpComplete: Bool {
        if case .confirmUser = nextStep { return false }
        return true
    }

    /// Creates a result, for example in tests of the app.
    public init(_ nextStep: AuthSignUpStep, userID: String? = nil) {
        self.nextStep = nextStep
        self.userID = userID
    }
}

extension AuthSignUpStep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The case's name, without the session, which can sign in without a password.
    ///
    /// For a pending confirmation, it includes the redacted destination of the code.
    public var description: String {
        switch self {
        case .confirmUser(let details, _, _): "confirmUser(\(String(describing: details?.destination)))"
        case .completeAutoSignIn: "completeAutoSignIn(secret)"
        case .done: "done"
        }
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The next step of a password reset.
public enum AuthResetPasswordStep: Sendable, Equatable, Redacted {
    /// Confirm the reset with the code that the service sent, and a new password.
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
public typealias AWSAuthResetPasswordOptions = AWSAuthMetadataOptions

/// Amplify's name for the plugin options of a reset's confirmation.
public typealias AWSAuthConfirmResetPasswordOptions = AWSAuthMetadataOptions

/// Amplify's name for the plugin options of a resent sign-up code.
public typealias AWSAuthResendSignUpCodeOptions = AWSAuthMetadataOptions

import CognitoFlows
public import FlowCore

/// Amplify's namespace for the options of a sign-in.
public enum AuthSignInRequest {
    /// Options of ``AuthCategory/signIn(username:password:options:)``.
    public struct Options: Sendable, Redacted {
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthSignInOptions?

        /// Creates options. An omitted option has no effect.
        public init(pluginOptions: AWSAuthSignInOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of a sign-in.
public struct AWSAuthSignInOptions: Sendable, Redacted {
    /// `ClientMetadata` for the pool's triggers.
    public var metadata: [String: String]?
    /// The authentication flow, or nil for the configured flow.
    public var authFlowType: AuthFlowType?
    /// The older form of ``metadata``. If both contain a key, the value here takes precedence.
    public var validationData: [String: String]?

    /// Creates options. An omitted option has no effect.
    public init(
        validationData: [String: String]? = nil, metadata: [String: String]? = nil, authFlowType: AuthFlowType? = nil
    ) {
        self.validationData = validationData
        self.metadata = metadata
        self.authFlowType = authFlowType
    }
}

/// Amplify's namespace for the options of an answer.
public enum AuthConfirmSignInRequest {
    /// Options of ``AuthCategory/confirmSignIn(challengeResponse:options:)``.
    public struct Options: Sendable, Redacted {
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthConfirmSignInOptions?

        /// Creates options. An omitted option has no effect.
        public init(pluginOptions: AWSAuthConfirmSignInOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of an answer.
public struct AWSAuthConfirmSignInOptions: Sendable, Redacted {
    /// Attributes that accompany the answer, such as the attributes that must be set with a new password.
    public var userAttributes: [AuthUserAttribute]?
    /// `ClientMetadata` for the pool's triggers.
    public var metadata: [String: String]?
    /// The name of the device with the authenticator app, for its set-up.
    public var friendlyDeviceName: String?

    /// Creates options. An omitted option has no effect.
    public init(
        userAttributes: [AuthUserAttribute]? = nil, metadata: [String: String]? = nil,
        friendlyDeviceName: String? = nil
    ) {
        self.userAttributes = userAttributes
        self.metadata = metadata
        self.friendlyDeviceName = friendlyDeviceName
    }
}

/// The authentication flow of a sign-in.
public enum AuthFlowType: Sendable, Equatable {
    /// The password, verified with SRP.
    case userSRP
    /// The older name of ``customWithSRP``.
    case custom
    /// The pool's custom challenges after SRP.
    case customWithSRP
    /// The pool's custom challenges without a password.
    case customWithoutSRP
    /// The password in plain text.
    case userPassword
    /// Choice-based sign-in, optionally with a preferred first factor.
    case userAuth(preferredFirstFactor: AuthFactorType?)

    var choice: ShippedFlow.Amplify.Inputs.FlowTypeChoice {
        switch self {
        case .userSRP: .userSRP
        case .custom: .custom
        case .customWithSRP: .customWithSRP
        case .customWithoutSRP: .customWithoutSRP
        case .userPassword: .userPassword
        case .userAuth: .userAuth
        }
    }

    /// The flow's choice for the preferred first factor, or nil if there is none.
    var preferredChoice: ShippedFlow.Amplify.Inputs.PreferredFirstFactorChoice? {
        guard case .userAuth(let preferred?) = self else { return nil }
        return switch preferred {
        case .password: .password
        case .passwordSRP: .passwordSRP
        case .smsOTP: .smsOTP
        case .emailOTP: .emailOTP
        case .webAuthn: .webAuthn
        }
    }
}

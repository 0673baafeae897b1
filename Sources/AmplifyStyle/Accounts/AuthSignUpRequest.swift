/// Amplify's namespace for the options of a sign-up.
public enum AuthSignUpRequest {
    /// Options of ``AuthCategory/signUp(username:password:options:)``.
    public struct Options: Sendable {
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
public struct AWSAuthSignUpOptions: Sendable {
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
    public struct Options: Sendable {
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthConfirmSignUpOptions?

        /// Creates options. An omitted option has no effect.
        public init(pluginOptions: AWSAuthConfirmSignUpOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of a sign-up's confirmation.
public struct AWSAuthConfirmSignUpOptions: Sendable {
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

/// What a sign-up can be told; the names are Amplify's.
public enum AuthSignUpRequest {
    /// Options of ``AuthCategory/signUp(username:password:options:)``.
    public struct Options: Sendable {
        /// The user's attributes.
        public var userAttributes: [AuthUserAttribute]?
        /// What the plugin for Cognito is told.
        public var pluginOptions: AWSAuthSignUpOptions?

        /// Options.
        public init(userAttributes: [AuthUserAttribute]? = nil, pluginOptions: AWSAuthSignUpOptions? = nil) {
            self.userAttributes = userAttributes
            self.pluginOptions = pluginOptions
        }
    }
}

/// How to sign up with Cognito.
public struct AWSAuthSignUpOptions: Sendable {
    /// What the pool's trigger before a sign-up is told.
    public var validationData: [String: String]?
    /// ClientMetadata for the pool's triggers.
    public var metadata: [String: String]?

    /// Options.
    public init(validationData: [String: String]? = nil, metadata: [String: String]? = nil) {
        self.validationData = validationData
        self.metadata = metadata
    }
}

/// What a confirmation of a sign-up can be told; the names are Amplify's.
public enum AuthConfirmSignUpRequest {
    /// Options of ``AuthCategory/confirmSignUp(for:confirmationCode:options:)``.
    public struct Options: Sendable {
        /// What the plugin for Cognito is told.
        public var pluginOptions: AWSAuthConfirmSignUpOptions?

        /// Options.
        public init(pluginOptions: AWSAuthConfirmSignUpOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// How to confirm a sign-up with Cognito.
public struct AWSAuthConfirmSignUpOptions: Sendable {
    /// ClientMetadata for the pool's triggers.
    public var metadata: [String: String]?
    /// Whether the alias is taken away from a user who has it.
    public var forceAliasCreation: Bool?

    /// Options.
    public init(metadata: [String: String]? = nil, forceAliasCreation: Bool? = nil) {
        self.metadata = metadata
        self.forceAliasCreation = forceAliasCreation
    }
}

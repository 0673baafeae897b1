/// Amplify's namespace for the options of a sign-in.
public enum AuthSignInRequest {
    /// Options of ``AuthCategory/signIn(username:password:options:)``.
    public struct Options: Sendable {
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthSignInOptions?

        /// Creates options. An omitted option has no effect.
        public init(pluginOptions: AWSAuthSignInOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of a sign-in.
public struct AWSAuthSignInOptions: Sendable {
    /// `ClientMetadata` for the pool's triggers.
    public var metadata: [String: String]?
    /// The authentication flow, or nil for the configured one.
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

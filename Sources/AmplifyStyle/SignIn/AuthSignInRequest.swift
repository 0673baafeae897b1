/// What a sign-in can be told; the names are Amplify's.
public enum AuthSignInRequest {
    /// Options of ``AuthCategory/signIn(username:password:options:)``.
    public struct Options: Sendable {
        /// What the plugin for Cognito is told.
        public var pluginOptions: AWSAuthSignInOptions?

        /// Options.
        public init(pluginOptions: AWSAuthSignInOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// How to sign in with Cognito.
public struct AWSAuthSignInOptions: Sendable {
    /// ClientMetadata for the pool's triggers.
    public var metadata: [String: String]?
    /// How the sign-in begins; else as the configuration says.
    public var authFlowType: AuthFlowType?
    /// Older form of ``metadata``; its entries win.
    public var validationData: [String: String]?

    /// Options.
    public init(
        validationData: [String: String]? = nil, metadata: [String: String]? = nil, authFlowType: AuthFlowType? = nil
    ) {
        self.validationData = validationData
        self.metadata = metadata
        self.authFlowType = authFlowType
    }
}

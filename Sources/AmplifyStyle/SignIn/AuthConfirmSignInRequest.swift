/// What an answer can be told; the names are Amplify's.
public enum AuthConfirmSignInRequest {
    /// Options of ``AuthCategory/confirmSignIn(challengeResponse:options:)``.
    public struct Options: Sendable {
        /// What the plugin for Cognito is told.
        public var pluginOptions: AWSAuthConfirmSignInOptions?

        /// Options.
        public init(pluginOptions: AWSAuthConfirmSignInOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// How to answer Cognito.
public struct AWSAuthConfirmSignInOptions: Sendable {
    /// Attributes that come with the answer, such as those that a new password needs.
    public var userAttributes: [AuthUserAttribute]?
    /// ClientMetadata for the pool's triggers.
    public var metadata: [String: String]?
    /// The name of the device with the authenticator app, at its set-up.
    public var friendlyDeviceName: String?

    /// Options.
    public init(
        userAttributes: [AuthUserAttribute]? = nil, metadata: [String: String]? = nil,
        friendlyDeviceName: String? = nil
    ) {
        self.userAttributes = userAttributes
        self.metadata = metadata
        self.friendlyDeviceName = friendlyDeviceName
    }
}

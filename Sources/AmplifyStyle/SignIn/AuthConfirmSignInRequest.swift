/// Amplify's namespace for the options of an answer.
public enum AuthConfirmSignInRequest {
    /// Options of ``AuthCategory/confirmSignIn(challengeResponse:options:)``.
    public struct Options: Sendable {
        /// Options of the Cognito plugin.
        public var pluginOptions: AWSAuthConfirmSignInOptions?

        /// Creates options. An omitted option has no effect.
        public init(pluginOptions: AWSAuthConfirmSignInOptions? = nil) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// Cognito plugin options of an answer.
public struct AWSAuthConfirmSignInOptions: Sendable {
    /// Attributes that accompany the answer, such as those of a new password.
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

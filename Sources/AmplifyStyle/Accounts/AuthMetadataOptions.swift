/// What a reset of a password, its confirmation, or another code of a sign-up can be told; the names are Amplify's.
public struct AWSAuthMetadataOptions: Sendable {
    /// ClientMetadata for the pool's triggers.
    public var metadata: [String: String]?

    /// Options.
    public init(metadata: [String: String]? = nil) {
        self.metadata = metadata
    }
}

/// Options whose one content is what the plugin for Cognito is told.
public struct AuthMetadataRequestOptions: Sendable {
    /// What the plugin for Cognito is told.
    public var pluginOptions: AWSAuthMetadataOptions?

    /// Options.
    public init(pluginOptions: AWSAuthMetadataOptions? = nil) {
        self.pluginOptions = pluginOptions
    }
}

/// What Amplify calls options of a reset.
public enum AuthResetPasswordRequest {
    /// Options of ``AuthCategory/resetPassword(for:options:)``.
    public typealias Options = AuthMetadataRequestOptions
}

/// What Amplify calls options of a reset's confirmation.
public enum AuthConfirmResetPasswordRequest {
    /// Options of ``AuthCategory/confirmResetPassword(for:with:confirmationCode:options:)``.
    public typealias Options = AuthMetadataRequestOptions
}

/// What Amplify calls options of another code of a sign-up.
public enum AuthResendSignUpCodeRequest {
    /// Options of ``AuthCategory/resendSignUpCode(for:options:)``.
    public typealias Options = AuthMetadataRequestOptions
}

/// The plugin options of a reset under Amplify's name.
public typealias AWSResetPasswordOptions = AWSAuthMetadataOptions
/// The plugin options of a reset's confirmation under Amplify's name.
public typealias AWSAuthConfirmResetPasswordOptions = AWSAuthMetadataOptions
/// The plugin options of another code of a sign-up under Amplify's name.
public typealias AWSResendSignUpCodeOptions = AWSAuthMetadataOptions

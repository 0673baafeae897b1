/// The empty result of a call. The SDK has one such type for each call.
public final class AWSCognitoIdentityUserResponse: Sendable {}

/// The empty result of confirming a sign-up.
public typealias AWSCognitoIdentityUserConfirmSignUpResponse = AWSCognitoIdentityUserResponse
/// The empty result of confirming a password reset.
public typealias AWSCognitoIdentityUserConfirmForgotPasswordResponse = AWSCognitoIdentityUserResponse
/// The empty result of changing a password.
public typealias AWSCognitoIdentityUserChangePasswordResponse = AWSCognitoIdentityUserResponse
/// The empty result of deleting attributes.
public typealias AWSCognitoIdentityUserDeleteAttributesResponse = AWSCognitoIdentityUserResponse
/// The empty result of verifying an attribute.
public typealias AWSCognitoIdentityUserVerifyAttributeResponse = AWSCognitoIdentityUserResponse
/// The empty result of setting second factors with the older API.
public typealias AWSCognitoIdentityUserSetUserSettingsResponse = AWSCognitoIdentityUserResponse
/// The empty result of setting second factors.
public typealias AWSCognitoIdentityUserSetUserMfaPreferenceResponse = AWSCognitoIdentityUserResponse
/// The empty result of changing a device's status.
public typealias AWSCognitoIdentityUserUpdateDeviceStatusResponse = AWSCognitoIdentityUserResponse
/// The empty result of a global sign-out.
public typealias AWSCognitoIdentityUserGlobalSignOutResponse = AWSCognitoIdentityUserResponse

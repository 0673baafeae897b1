/// That a call was done: it has nothing to tell. The SDK has such a type for each call; here they are one.
public final class AWSCognitoIdentityUserResponse: Sendable {}

/// A sign-up is confirmed.
public typealias AWSCognitoIdentityUserConfirmSignUpResponse = AWSCognitoIdentityUserResponse
/// A forgotten password is replaced.
public typealias AWSCognitoIdentityUserConfirmForgotPasswordResponse = AWSCognitoIdentityUserResponse
/// A password is changed.
public typealias AWSCognitoIdentityUserChangePasswordResponse = AWSCognitoIdentityUserResponse
/// Attributes are deleted.
public typealias AWSCognitoIdentityUserDeleteAttributesResponse = AWSCognitoIdentityUserResponse
/// An attribute is verified.
public typealias AWSCognitoIdentityUserVerifyAttributeResponse = AWSCognitoIdentityUserResponse
/// Second factors are set in the old way.
public typealias AWSCognitoIdentityUserSetUserSettingsResponse = AWSCognitoIdentityUserResponse
/// Second factors are set.
public typealias AWSCognitoIdentityUserSetUserMfaPreferenceResponse = AWSCognitoIdentityUserResponse
/// A device is remembered, or no longer.
public typealias AWSCognitoIdentityUserUpdateDeviceStatusResponse = AWSCognitoIdentityUserResponse
/// All sessions of the user have ended.
public typealias AWSCognitoIdentityUserGlobalSignOutResponse = AWSCognitoIdentityUserResponse

/// Operations that apps send without a signature. All others are an administrator's.
enum UnsignedOperations {
    /// The operations with `smithy.api#noAuth` in the service's model (`cognito-idp`, 2016-04-18).
    static let names: Set<String> = [
        "AssociateSoftwareToken", "ChangePassword", "CompleteWebAuthnRegistration", "ConfirmDevice",
        "ConfirmForgotPassword", "ConfirmSignUp", "DeleteUser", "DeleteUserAttributes", "DeleteWebAuthnCredential",
        "ForgetDevice", "ForgotPassword", "GetDevice", "GetTokensFromRefreshToken", "GetUser",
        "GetUserAttributeVerificationCode", "GetUserAuthFactors", "GlobalSignOut", "InitiateAuth", "ListDevices",
        "ListWebAuthnCredentials", "ResendConfirmationCode", "RespondToAuthChallenge", "RevokeToken",
        "SetUserMFAPreference", "SetUserSettings", "SignUp", "StartWebAuthnRegistration", "UpdateAuthEventFeedback",
        "UpdateDeviceStatus", "UpdateUserAttributes", "VerifySoftwareToken", "VerifyUserAttribute",
    ]
}

public import FlowCore

// The types of this module that can hold secrets. Their descriptions and mirrors show no values.

extension AWSCognitoIdentityCustomAuthenticationInput: Redacted {}
extension AWSCognitoIdentityMultifactorAuthenticationInput: Redacted {}
extension AWSCognitoIdentityNewPasswordRequiredInput: Redacted {}
extension AWSCognitoIdentityPasswordAuthenticationInput: Redacted {}
extension AWSCognitoIdentityProviderCodeDeliveryDetailsType: Redacted {}
extension AWSCognitoIdentityProviderDeviceType: Redacted {}
extension AWSCognitoIdentitySelectMfaDetails: Redacted {}
extension AWSCognitoIdentitySelectMfaInput: Redacted {}
extension AWSCognitoIdentityUser: Redacted {}
extension AWSCognitoIdentityUserAttributeType: Redacted {}
extension AWSCognitoIdentityUserCodeResponse: Redacted {}
extension AWSCognitoIdentityUserGetDetailsResponse: Redacted {}
extension AWSCognitoIdentityUserGetDeviceResponse: Redacted {}
extension AWSCognitoIdentityUserListDevicesResponse: Redacted {}
extension AWSCognitoIdentityUserMFAOption: Redacted {}
extension AWSCognitoIdentityUserMfaPreferences: Redacted {}
extension AWSCognitoIdentityUserPool: Redacted {}
extension AWSCognitoIdentityUserPoolSignUpResponse: Redacted {}
extension AWSCognitoIdentityUserResponse: Redacted {}
extension AWSCognitoIdentityUserSettings: Redacted {}
extension AWSCognitoIdentityUserUpdateAttributesResponse: Redacted {}
extension AWSCognitoIdentityUserVerifySoftwareTokenResponse: Redacted {}
extension AWSServiceConfiguration: Redacted {}
extension AWSTask: Redacted {}
extension AWSTaskCompletionSource: Redacted {}

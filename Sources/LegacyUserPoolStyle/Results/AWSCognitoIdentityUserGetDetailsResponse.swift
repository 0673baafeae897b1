import CognitoFlows

/// The signed-in user's details.
///
/// Do not change the elements of its lists, since other threads may share them.
public final class AWSCognitoIdentityUserGetDetailsResponse: @unchecked Sendable {
    /// The user's name.
    public let username: String?
    /// The attributes.
    public let userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// The second factors that were set with ``AWSCognitoIdentityUser/setUserSettings(_:)``.
    public let mfaOptions: [AWSCognitoIdentityUserMFAOption]?
    /// The preferred second factor.
    public let preferredMfaSetting: String?
    /// The enabled second factors.
    public let userMFASettingList: [String]?

    /// Creates the details from the flow's outcome.
    init(_ outcome: ShippedFlow.Attributes.Outcome.Done?) {
        username = outcome?.username
        userAttributes = outcome.map { [AWSCognitoIdentityUserAttributeType](byName: $0.userAttributes) }
        mfaOptions = outcome?.mfaOptions.compactMap { AWSCognitoIdentityUserMFAOption(json: $0) }
        preferredMfaSetting = outcome?.preferredMFASetting
        userMFASettingList = outcome?.mfaSettings
    }
}

import CognitoFlows
import FlowCore

/// The signed-in user. What the lists hold is not to be changed, as others read it.
public final class AWSCognitoIdentityUserGetDetailsResponse: @unchecked Sendable {
    /// The user's name.
    public let username: String?
    /// The attributes.
    public let userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// Second factors that were set before there were preferences.
    public let mfaOptions: [AWSCognitoIdentityUserMFAOption]?
    /// The second factor that is asked for first.
    public let preferredMfaSetting: String?
    /// The second factors that are on.
    public let userMFASettingList: [String]?

    init(_ step: StyleStep) {
        username = step.text("username")
        userAttributes = step.parameters["userAttributes"]?.members?.map {
            AWSCognitoIdentityUserAttributeType(name: $0.name, value: $0.value.string)
        }
        mfaOptions = step.list("mfaOptions").compactMap { AWSCognitoIdentityUserMFAOption(json: $0) }
        preferredMfaSetting = step.text("preferredMfaSetting")
        userMFASettingList = step.list("mfaSettings")
    }
}

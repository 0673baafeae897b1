import CognitoFlows
import FlowCore

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

    /// Creates the details that a step of the flow shows.
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

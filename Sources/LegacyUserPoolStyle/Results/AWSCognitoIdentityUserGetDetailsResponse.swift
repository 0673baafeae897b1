import CognitoFlows
import FlowCore

/// The signed-in user's details. The lists are shared, so do not change their elements.
public final class AWSCognitoIdentityUserGetDetailsResponse: @unchecked Sendable {
    /// The user's name.
    public let username: String?
    /// The attributes.
    public let userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// Second factors set with the API that preceded preferences.
    public let mfaOptions: [AWSCognitoIdentityUserMFAOption]?
    /// The preferred second factor.
    public let preferredMfaSetting: String?
    /// The enabled second factors.
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

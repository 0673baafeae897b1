import FlowCore
import FlowRuntime

/// A second factor as it was set before there were preferences: codes by text message.
public final class AWSCognitoIdentityUserMFAOption {
    /// The attribute that holds the number.
    public var attributeName: String?
    /// How codes go.
    public var deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType.unknown

    /// Creates an option without anything.
    public init() {}

    /// In the service's words.
    convenience init?(json text: String) {
        guard let option = JSONValue(json: Array(text.utf8)), option.members != nil else { return nil }
        self.init()
        attributeName = option["AttributeName"]?.string
        deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType(option["DeliveryMedium"]?.string)
    }

    /// In the service's words, as JSON text.
    var json: String {
        let members = [("AttributeName", attributeName), ("DeliveryMedium", deliveryMedium.name)]
        let given = members.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
        return JSONValue.object(given).jsonText
    }
}

/// The second factors of ``AWSCognitoIdentityUser/setUserSettings(_:)``.
public final class AWSCognitoIdentityUserSettings {
    /// The factors.
    public var mfaOptions: [AWSCognitoIdentityUserMFAOption] = []

    /// Settings without factors.
    public init() {}
}

import FlowCore
import FlowRuntime

/// A second factor by text message, for the older API ``AWSCognitoIdentityUser/setUserSettings(_:)``.
public final class AWSCognitoIdentityUserMFAOption {
    /// The attribute that holds the phone number.
    public var attributeName: String?
    /// The medium of the codes.
    public var deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType.unknown

    /// Creates an empty option.
    public init() {}

    /// Creates an option from the service's JSON, or returns nil if the text is not a JSON object.
    convenience init?(json text: String) {
        guard let option = JSONValue(json: Array(text.utf8)), option.members != nil else { return nil }
        self.init()
        attributeName = option["AttributeName"]?.string
        deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType(option["DeliveryMedium"]?.string)
    }

    /// The option as the service's JSON, without values that are unknown.
    var json: String {
        let members = [("AttributeName", attributeName), ("DeliveryMedium", deliveryMedium.name)]
        let given = members.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
        return JSONValue.object(given).jsonText
    }
}

/// The second factors of ``AWSCognitoIdentityUser/setUserSettings(_:)``.
public final class AWSCognitoIdentityUserSettings {
    /// The second factors; empty to disable them.
    public var mfaOptions: [AWSCognitoIdentityUserMFAOption] = []

    /// Creates settings without factors.
    public init() {}
}

import FlowCore
import FlowRuntime

/// The destination of a code.
public final class AWSCognitoIdentityProviderCodeDeliveryDetailsType: Sendable {
    /// The medium that the code is sent by.
    public let deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType
    /// The destination, masked by the service.
    public let destination: String?
    /// The attribute that holds the destination, or nil if the service does not name it.
    public let attributeName: String?

    /// Creates a destination from the service's values. A nil or unknown medium becomes `unknown`.
    private init(medium: String?, destination: String?, attributeName: String?) {
        deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType(medium)
        self.destination = destination
        self.attributeName = attributeName
    }

    /// Creates the destination of the code that a step asks for, or returns nil if there is no medium, since the service
    /// sent no code.
    convenience init?(_ medium: String?, _ destination: String?, _ attributeName: String?) {
        guard let medium else { return nil }
        self.init(medium: medium, destination: destination, attributeName: attributeName)
    }

    /// Creates a destination from the service's JSON, or returns nil if the text is not a JSON object.
    convenience init?(json text: String) {
        guard let details = JSONValue(json: Array(text.utf8)), details.members != nil else { return nil }
        self.init(
            medium: details["DeliveryMedium"]?.string, destination: details["Destination"]?.string,
            attributeName: details["AttributeName"]?.string)
    }
}

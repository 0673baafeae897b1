import CognitoFlows
import FlowCore
import FlowRuntime

/// Where a code went.
public final class AWSCognitoIdentityProviderCodeDeliveryDetailsType: Sendable {
    /// How it went.
    public let deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType
    /// Where, masked by the service.
    public let destination: String?
    /// The attribute that holds the destination.
    public let attributeName: String?

    private init(medium: String?, destination: String?, attributeName: String?) {
        deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType(medium)
        self.destination = destination
        self.attributeName = attributeName
    }

    /// As a flow's step shows it; nil where no code was sent.
    convenience init?(_ step: StyleStep) {
        guard let medium = step.text("deliveryMedium") else { return nil }
        self.init(
            medium: medium, destination: step.text("destination"), attributeName: step.text("attributeName"))
    }

    /// In the service's words, as JSON text.
    convenience init?(json text: String) {
        guard let details = JSONValue(json: Array(text.utf8)), details.members != nil else { return nil }
        self.init(
            medium: details["DeliveryMedium"]?.string, destination: details["Destination"]?.string,
            attributeName: details["AttributeName"]?.string)
    }
}

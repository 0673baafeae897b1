import CognitoFlows
import FlowCore

/// Where a code went.
public struct UserCodeDeliveryDetails: Sendable, Equatable {
    /// The ways of codes.
    public enum DeliveryMedium: Sendable {
        /// A text message.
        case sms
        /// An e-mail.
        case email
        /// Another one, such as an authenticator app.
        case unknown
    }

    /// How it went.
    public let deliveryMedium: DeliveryMedium
    /// Where, masked by the service; for an authenticator app the name of its device.
    public let destination: String?
    /// The attribute that holds the destination.
    public let attributeName: String?

    /// Where a code went.
    public init(deliveryMedium: DeliveryMedium, destination: String?, attributeName: String?) {
        self.deliveryMedium = deliveryMedium
        self.destination = destination
        self.attributeName = attributeName
    }

    /// As a flow's step shows it; nil where no code is asked for.
    init?(_ step: StyleStep) {
        guard let medium = step.text("deliveryMedium") else { return nil }
        self.init(
            medium: medium, destination: step.text("destination"), attributeName: step.text("attributeName"))
    }

    /// In the service's words, as JSON text.
    init?(json text: String) {
        guard let details = JSONValue(json: Array(text.utf8)), details.members != nil else { return nil }
        self.init(
            medium: details["DeliveryMedium"]?.string ?? "", destination: details["Destination"]?.string,
            attributeName: details["AttributeName"]?.string)
    }

    private init(medium: String, destination: String?, attributeName: String?) {
        let media: [String: DeliveryMedium] = ["SMS": .sms, "EMAIL": .email]
        self.init(deliveryMedium: media[medium] ?? .unknown, destination: destination, attributeName: attributeName)
    }
}

/// The ways of codes under the SDK's name.
public typealias UserCodeDeliveryMedium = UserCodeDeliveryDetails.DeliveryMedium

import FlowCore

/// The destination of a code.
public struct UserCodeDeliveryDetails: Sendable, Equatable {
    /// The media that codes are sent by.
    public enum DeliveryMedium: Sendable {
        /// A text message.
        case sms
        /// An email.
        case email
        /// Any other medium, such as an authenticator app.
        case unknown
    }

    /// The medium that the code is sent by.
    public let deliveryMedium: DeliveryMedium
    /// The destination, masked by the service.
    ///
    /// For an authenticator app, it is the name of the device with the app.
    public let destination: String?
    /// The attribute that holds the destination, or nil if the service does not name it.
    public let attributeName: String?

    /// Creates delivery details, for example in tests of the app.
    public init(deliveryMedium: DeliveryMedium, destination: String?, attributeName: String?) {
        self.deliveryMedium = deliveryMedium
        self.destination = destination
        self.attributeName = attributeName
    }

    /// Creates a destination from the service's JSON, or returns nil if the text is not a JSON object.
    init?(json text: String) {
        guard let details = JSONValue(json: Array(text.utf8)), details.members != nil else { return nil }
        self.init(
            medium: details["DeliveryMedium"]?.string ?? "", destination: details["Destination"]?.string,
            attributeName: details["AttributeName"]?.string)
    }

    /// Creates a destination from the service's values, or returns nil if there is no medium. An unknown medium becomes
    /// `unknown`.
    init?(medium: String?, destination: String?, attributeName: String?) {
        guard let medium else { return nil }
        let media: [String: DeliveryMedium] = ["SMS": .sms, "EMAIL": .email]
        self.init(deliveryMedium: media[medium] ?? .unknown, destination: destination, attributeName: attributeName)
    }
}

/// The SDK's name for the delivery medium.
public typealias UserCodeDeliveryMedium = UserCodeDeliveryDetails.DeliveryMedium

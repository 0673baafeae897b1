import CognitoFlows

/// Where a code went.
public struct AuthCodeDeliveryDetails: Sendable, Equatable {
    /// The destination, masked by the service.
    public let destination: DeliveryDestination
    /// The attribute that holds the destination, if the service names it.
    public let attributeKey: AuthUserAttributeKey?

    /// Where a code went.
    public init(destination: DeliveryDestination, attributeKey: AuthUserAttributeKey? = nil) {
        self.destination = destination
        self.attributeKey = attributeKey
    }

    /// As a flow's step shows it.
    init(_ step: StyleStep) {
        self.init(
            medium: step.text("medium") ?? step.text("deliveryMedium"), address: step.text("destination"),
            attribute: step.text("attributeName"))
    }

    /// In the service's words.
    init(medium: String?, address: String?, attribute: String?) {
        self.init(
            destination: DeliveryDestination.makers[medium ?? ""]?(address) ?? .unknown(address),
            attributeKey: attribute.map { AuthUserAttributeKey(rawValue: $0) })
    }
}

/// A destination of codes.
public enum DeliveryDestination: Sendable, Equatable {
    /// An e-mail address.
    case email(String?)
    /// A phone that is called.
    case phone(String?)
    /// A phone that gets a text message.
    case sms(String?)
    /// Something else.
    case unknown(String?)

    /// The cases by the service's words for the medium.
    static let makers: [String: @Sendable (String?) -> DeliveryDestination] = [
        "SMS": { .sms($0) }, "EMAIL": { .email($0) },
    ]
}

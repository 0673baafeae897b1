public import FlowCore

/// The destination of a code.
public struct AuthCodeDeliveryDetails: Sendable, Equatable, Redacted {
    /// The destination, masked by the service.
    public let destination: DeliveryDestination
    /// The attribute that holds the destination, or nil if the service does not name it.
    public let attributeKey: AuthUserAttributeKey?

    /// Creates delivery details, for example in tests of the app.
    public init(destination: DeliveryDestination, attributeKey: AuthUserAttributeKey? = nil) {
        self.destination = destination
        self.attributeKey = attributeKey
    }

    /// Creates delivery details from the service's values. A nil or unknown medium becomes `unknown`.
    init(medium: String?, address: String?, attribute: String?) {
        let construct = DeliveryDestination.constructors[medium ?? ""]
        self.init(
            destination: construct?(address) ?? .unknown(address),
            attributeKey: attribute.map { AuthUserAttributeKey(rawValue: $0) })
    }
}

/// The destination of a code, by medium.
public enum DeliveryDestination: Sendable, Equatable, Redacted {
    /// An email address.
    case email(String?)
    /// A phone number for a voice call.
    case phone(String?)
    /// A phone number for a text message.
    case sms(String?)
    /// Any other medium.
    case unknown(String?)

    /// The constructors of the cases, by the service's name of the medium.
    static let constructors: [String: @Sendable (String?) -> DeliveryDestination] = [
        "SMS": { .sms($0) }, "EMAIL": { .email($0) },
    ]
}

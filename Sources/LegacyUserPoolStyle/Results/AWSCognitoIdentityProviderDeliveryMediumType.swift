/// The media that codes are sent by.
public enum AWSCognitoIdentityProviderDeliveryMediumType: Int, Sendable {
    /// Any other medium, such as an authenticator app.
    case unknown
    /// A text message.
    case sms
    /// An email.
    case email

    private static let names: [(name: String, medium: Self)] = [("SMS", .sms), ("EMAIL", .email)]

    /// The medium with a service name.
    init(_ name: String?) {
        self = Self.names.first { $0.name == name }?.medium ?? .unknown
    }

    /// The service's name of the medium.
    var name: String? { Self.names.first { $0.medium == self }?.name }
}

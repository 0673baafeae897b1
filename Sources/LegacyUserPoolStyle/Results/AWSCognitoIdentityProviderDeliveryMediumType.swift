/// The media that codes are sent by.
public enum AWSCognitoIdentityProviderDeliveryMediumType: Int, Sendable {
    /// Any other medium, such as an authenticator app.
    case unknown
    /// A text message.
    case sms
    /// An email.
    case email

    /// The service's names of the media.
    private static let names: [(name: String, medium: Self)] = [("SMS", .sms), ("EMAIL", .email)]

    /// Creates a medium from the service's name. A nil or unknown name becomes `unknown`.
    init(_ name: String?) {
        self = Self.names.first { $0.name == name }?.medium ?? .unknown
    }

    /// The service's name for the medium, or nil if it is unknown.
    var name: String? { Self.names.first { $0.medium == self }?.name }
}

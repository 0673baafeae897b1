/// The ways of codes.
public enum AWSCognitoIdentityProviderDeliveryMediumType: Int, Sendable {
    /// Another one, such as an authenticator app.
    case unknown
    /// A text message.
    case sms
    /// An email.
    case email

    private static let names: [(name: String, medium: Self)] = [("SMS", .sms), ("EMAIL", .email)]

    /// The way of that name.
    init(_ name: String?) {
        self = Self.names.first { $0.name == name }?.medium ?? .unknown
    }

    /// The service's name for it.
    var name: String? { Self.names.first { $0.medium == self }?.name }
}

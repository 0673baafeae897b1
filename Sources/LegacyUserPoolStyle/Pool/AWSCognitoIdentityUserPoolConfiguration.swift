public import FlowCore

/// An app client of a user pool. Its description is redacted.
public final class AWSCognitoIdentityUserPoolConfiguration: Sendable, Redacted {
    /// The id of the app client.
    public let clientId: String
    /// The app client's secret, or nil if it has none.
    public let clientSecret: String?
    /// The pool's id.
    public let poolId: String
    /// Whether the validation data includes a description of the app and the device, under names like `cognito:…`.
    public let shouldProvideCognitoValidationData: Bool
    /// The id of the Amazon Pinpoint application for analytics; nil for no analytics.
    public let pinpointAppId: String?
    /// Whether to send passwords to the service (`USER_PASSWORD_AUTH`). Pools that migrate users need this.
    public let migrationEnabled: Bool

    /// Creates the configuration of an app client.
    public init(
        clientId: String, clientSecret: String?, poolId: String, shouldProvideCognitoValidationData: Bool = true,
        pinpointAppId: String? = nil, migrationEnabled: Bool = false
    ) {
        self.clientId = clientId
        self.clientSecret = clientSecret
        self.poolId = poolId
        self.shouldProvideCognitoValidationData = shouldProvideCognitoValidationData
        self.pinpointAppId = pinpointAppId
        self.migrationEnabled = migrationEnabled
    }
}

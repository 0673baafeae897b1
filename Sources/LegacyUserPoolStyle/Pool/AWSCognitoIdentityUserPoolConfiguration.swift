public import FlowCore

/// An app client of a user pool. Its description is redacted.
public final class AWSCognitoIdentityUserPoolConfiguration: Sendable, Redacted {
    /// The id of the app client.
    public let clientId: String
    /// The app client's secret, if any.
    public let clientSecret: String?
    /// The pool's id.
    public let poolId: String
    /// Whether the validation data describes the app and the device, as `cognito:…`.
    public let shouldProvideCognitoValidationData: Bool
    /// The id of an Amazon Pinpoint application, if any.
    public let pinpointAppId: String?
    /// Whether passwords are sent in plain text (`USER_PASSWORD_AUTH`).
    ///
    /// Pools that migrate users need it.
    public let migrationEnabled: Bool

    /// Creates an app client.
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

public import FlowCore

/// An app client of a user pool. Printing it shows nothing of it, since it may hold a secret.
public final class AWSCognitoIdentityUserPoolConfiguration: Sendable, Redacted {
    /// The id of the app client.
    public let clientId: String
    /// Its secret, if it has one.
    public let clientSecret: String?
    /// The id of the pool.
    public let poolId: String
    /// Whether the pool's triggers are told of the app and the system as `cognito:…` in the validation data.
    public let shouldProvideCognitoValidationData: Bool
    /// The id of an application of Amazon Pinpoint, if there is one.
    public let pinpointAppId: String?
    /// Whether passwords are sent as they are (USER_PASSWORD_AUTH), for pools that take users over from elsewhere.
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

public import FlowCore

/// What a device that Cognito remembers keeps: with it, a sign-in proves by SRP that it comes from this device.
public struct CognitoDevice: Sendable, Equatable, Redacted {
    /// The key that Cognito names the device by.
    public let key: String
    /// The key of the group that the device is in.
    public let groupKey: String
    /// The device's password.
    public let secret: String

    /// A remembered device.
    public init(key: String, groupKey: String, secret: String) {
        self.key = key
        self.groupKey = groupKey
        self.secret = secret
    }
}

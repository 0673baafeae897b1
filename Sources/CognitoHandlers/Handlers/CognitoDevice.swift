public import FlowCore

/// The credentials of a remembered device. A sign-in proves with them, by SRP, that it comes from this device.
public struct CognitoDevice: Sendable, Equatable, Redacted {
    /// Cognito's key of the device (DeviceKey).
    public let key: String
    /// The key of the device's group (DeviceGroupKey).
    public let groupKey: String
    /// The device's password.
    public let secret: String

    /// Creates a remembered device.
    public init(key: String, groupKey: String, secret: String) {
        self.key = key
        self.groupKey = groupKey
        self.secret = secret
    }
}

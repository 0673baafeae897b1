public import FlowCore

/// The credentials of a remembered device. With these credentials, a sign-in proves by SRP that it comes from this
/// device.
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

    /// The device as members of a JSON object, including its secret.
    var members: [JSONMember] {
        [
            JSONMember("key", .string(key)), JSONMember("groupKey", .string(groupKey)),
            JSONMember("secret", .string(secret)),
        ]
    }

    /// The device as JSON text, including its secret.
    var jsonText: String { JSONValue.object(members).jsonText }

    /// Creates a device from texts that were stored. The service would refuse an empty key.
    /// - Returns: nil if a text is missing or empty.
    init?(storedKey key: String?, groupKey: String?, secret: String?) {
        guard let key, let groupKey, let secret, ![key, groupKey, secret].contains("") else { return nil }
        self.init(key: key, groupKey: groupKey, secret: secret)
    }

    /// Parses a device from a JSON object with the same members as ``members``.
    /// - Returns: nil if a member is missing, empty, or not a text.
    init?(json: JSONValue) {
        self.init(storedKey: json["key"]?.string, groupKey: json["groupKey"]?.string, secret: json["secret"]?.string)
    }
}

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

    /// Parses a device from a JSON object with the same members as ``members``.
    /// - Returns: nil if a member is missing, or is not a text.
    init?(json: JSONValue) {
        guard let key = json["key"]?.string, let groupKey = json["groupKey"]?.string,
            let secret = json["secret"]?.string
        else { return nil }
        self.init(key: key, groupKey: groupKey, secret: secret)
    }
}

import FlowCore

extension CognitoDevice {
    /// The device as members of a JSON object, with its secret.
    var members: [WireMember] {
        [
            WireMember("key", .string(key)), WireMember("groupKey", .string(groupKey)),
            WireMember("secret", .string(secret)),
        ]
    }

    /// The device as JSON text, with its secret.
    var jsonText: String { WireValue.object(members).jsonText }

    /// A device of such members.
    /// - Returns: nothing if one lacks.
    init?(json: WireValue) {
        guard let key = json["key"]?.string, let groupKey = json["groupKey"]?.string,
            let secret = json["secret"]?.string
        else { return nil }
        self.init(key: key, groupKey: groupKey, secret: secret)
    }
}

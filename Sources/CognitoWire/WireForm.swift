package import FlowCore
import FlowRuntime

/// Converts between a flow's values and the Cognito API's JSON. The service description has maps where the API has
/// lists of `{Name, Value}`, and JSON text for deeper nesting.
package enum WireForm {
    /// Conversions of request members, by name, at any depth.
    private static let outgoing: [String: @Sendable (JSONValue) -> JSONValue] = [
        "UserAttributes": { pairs($0, "Name", "Value") },
        "ValidationData": { pairs($0, "Name", "Value") },
        "ContextData": { changing($0, "HttpHeaders") { pairs($0, "headerName", "headerValue") } },
        "MFAOptions": { items($0, parsed) },
        "Credential": { members($0, parsed) },
        "ForceAliasCreation": flag,
        "SMSMfaSettings": { members($0, flag) },
        "SoftwareTokenMfaSettings": { members($0, flag) },
        "EmailMfaSettings": { members($0, flag) },
        "WebAuthnMfaSettings": { members($0, flag) },
    ]
    /// Conversions of reply members, by name. Moto has a list in `ChallengeParameters` where the API has text.
    private static let incoming: [String: @Sendable (JSONValue) -> JSONValue] = [
        "UserAttributes": { map($0, "Name", "Value") },
        "ChallengeParameters": { members($0, written) },
        "MFAOptions": { items($0, written) },
        "CodeDeliveryDetailsList": { items($0, written) },
        "Device": device,
        "Devices": { items($0) { written(device($0)) } },
    ]

    /// Encodes the body of a request.
    package static func request(_ body: JSONValue) -> [UInt8] { Array(requestValue(body).jsonText.utf8) }

    /// Converts the body of a request, without encoding it.
    package static func requestValue(_ body: JSONValue) -> JSONValue { changing(body, outgoing) }

    /// Converts the body of a reply. An empty body, which the service sends for operations without output, becomes an
    /// empty object. Anything else that is not a JSON object stays as it is.
    package static func reply(_ body: [UInt8]) -> [UInt8] {
        guard !body.isEmpty else { return Array("{}".utf8) }
        guard let value = JSONValue(json: body), case .object(let found) = value,
            found.contains(where: { incoming[$0.name] != nil })
        else { return body }
        return Array(changing(value, incoming).jsonText.utf8)
    }

    /// Converts a reply that has been parsed.
    package static func reply(_ value: JSONValue) -> JSONValue { changing(value, incoming) }

    private static func changing(
        _ value: JSONValue, _ changes: [String: @Sendable (JSONValue) -> JSONValue]
    ) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { JSONMember($0.name, changes[$0.name]?($0.value) ?? $0.value) })
    }

    private static func changing(
        _ value: JSONValue, _ name: String, _ change: @escaping @Sendable (JSONValue) -> JSONValue
    ) -> JSONValue { changing(value, [name: change]) }

    /// Converts `{"email": "a"}` to `[{"Name": "email", "Value": "a"}]`.
    private static func pairs(_ value: JSONValue, _ name: String, _ content: String) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .array(members.map { .object([JSONMember(name, .string($0.name)), JSONMember(content, $0.value)]) })
    }

    /// Converts `[{"Name": "email", "Value": "a"}]` to `{"email": "a"}`. Leaves anything else as it is.
    private static func map(_ value: JSONValue, _ name: String, _ content: String) -> JSONValue {
        guard case .array(let items) = value else { return value }
        var members: [JSONMember] = []
        for item in items {
            guard let name = item[name]?.string else { return value }
            members.append(JSONMember(name, item[content] ?? .null))
        }
        return .object(members)
    }

    private static func items(_ value: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .array(let items) = value else { return value }
        return .array(items.map(change))
    }

    private static func members(_ value: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { JSONMember($0.name, change($0.value)) })
    }

    /// Converts a device, alone or in a list; its attributes become a map.
    private static func device(_ value: JSONValue) -> JSONValue {
        changing(value, "DeviceAttributes") { map($0, "Name", "Value") }
    }

    /// Converts a flag, which hosts without a flow may write as text.
    private static func flag(_ value: JSONValue) -> JSONValue {
        switch value.string {
        case "true": true
        case "false": false
        default: value
        }
    }

    /// Writes a list or an object as JSON text.
    private static func written(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array, .object: .string(value.jsonText)
        default: value
        }
    }

    /// Parses JSON text that contains a list or an object.
    private static func parsed(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, let inner = JSONValue(json: Array(text.utf8)) else { return value }
        switch inner {
        case .array, .object: return inner
        default: return value
        }
    }
}

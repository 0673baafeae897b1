package import FlowCore
package import FlowRuntime

/// Conversions between the values of a flow and the JSON of the Cognito API.
///
/// A flow has maps where the API has lists of `{Name, Value}`, and JSON text where the API nests more deeply.
package enum WireForm {
    /// The conversions of a request's members, by name.
    private static let requestConversions: [String: @Sendable (JSONValue) -> JSONValue] = [
        "UserAttributes": { nameValuePairs($0, "Name", "Value") },
        "ValidationData": { nameValuePairs($0, "Name", "Value") },
        "ContextData": { convertingMember($0, "HttpHeaders") { nameValuePairs($0, "headerName", "headerValue") } },
        "MFAOptions": { convertingItems($0, parsed) },
        "Credential": { convertingValues($0, parsed) },
        "ForceAliasCreation": parsedFlag,
        "SMSMfaSettings": { convertingValues($0, parsedFlag) },
        "SoftwareTokenMfaSettings": { convertingValues($0, parsedFlag) },
        "EmailMfaSettings": { convertingValues($0, parsedFlag) },
        "WebAuthnMfaSettings": { convertingValues($0, parsedFlag) },
    ]
    /// The conversions of a reply's members, by name.
    ///
    /// In `ChallengeParameters`, the AWS emulator Moto sends a list where the API has text.
    private static let replyConversions: [String: @Sendable (JSONValue) -> JSONValue] = [
        "UserAttributes": { mapFromPairs($0, "Name", "Value") },
        "ChallengeParameters": { convertingValues($0, encoded) },
        "MFAOptions": { convertingItems($0, encoded) },
        "CodeDeliveryDetailsList": { convertingItems($0, encoded) },
        "Device": convertingDevice,
        "Devices": { convertingItems($0) { encoded(convertingDevice($0)) } },
    ]

    /// Returns the body of a flow's request in the form that the API expects, encoded as JSON.
    package static func encodedRequest(_ body: JSONValue) -> [UInt8] { Array(convertedRequest(body).jsonText.utf8) }

    /// Returns the body of a flow's request in the form that the API expects.
    package static func convertedRequest(_ body: JSONValue) -> JSONValue { convertingMembers(body, requestConversions) }

    /// Returns the encoded body of a reply in the form that a flow expects.
    ///
    /// An empty body, which the service sends for operations without output, becomes an empty object. A body that is
    /// not a JSON object, or that has no member to convert, is returned unchanged.
    package static func encodedReply(_ body: [UInt8]) -> [UInt8] {
        guard !body.isEmpty else { return Array("{}".utf8) }
        guard let value = JSONValue(json: body), case .object(let members) = value,
            members.contains(where: { replyConversions[$0.name] != nil })
        else { return body }
        return Array(convertingMembers(value, replyConversions).jsonText.utf8)
    }

    /// Returns the parsed body of a reply in the form that a flow expects.
    package static func convertedReply(_ value: JSONValue) -> JSONValue { convertingMembers(value, replyConversions) }

    /// Converts the members of an object that have a conversion. Returns any other value unchanged.
    private static func convertingMembers(
        _ value: JSONValue, _ conversions: [String: @Sendable (JSONValue) -> JSONValue]
    ) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { JSONMember($0.name, conversions[$0.name]?($0.value) ?? $0.value) })
    }

    /// Converts the member `name` of an object. Returns any other value unchanged.
    private static func convertingMember(
        _ value: JSONValue, _ name: String, _ conversion: @escaping @Sendable (JSONValue) -> JSONValue
    ) -> JSONValue { convertingMembers(value, [name: conversion]) }

    /// Converts `{"email": "a"}` to `[{"Name": "email", "Value": "a"}]`, with `nameKey` and `valueKey` as the names of
    /// the members; returns any other value unchanged.
    private static func nameValuePairs(_ value: JSONValue, _ nameKey: String, _ valueKey: String) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .array(members.map { .object([JSONMember(nameKey, .string($0.name)), JSONMember(valueKey, $0.value)]) })
    }

    /// Converts `[{"Name": "email", "Value": "a"}]` to `{"email": "a"}`, with `nameKey` and `valueKey` as the names of
    /// the members; returns any other value unchanged.
    private static func mapFromPairs(_ value: JSONValue, _ nameKey: String, _ valueKey: String) -> JSONValue {
        guard case .array(let items) = value else { return value }
        var members: [JSONMember] = []
        for item in items {
            guard let name = item[nameKey]?.string else { return value }
            members.append(JSONMember(name, item[valueKey] ?? .null))
        }
        return .object(members)
    }

    /// Converts each item of a list; returns any other value unchanged.
    private static func convertingItems(_ value: JSONValue, _ conversion: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .array(let items) = value else { return value }
        return .array(items.map(conversion))
    }

    /// Converts the value of each member of an object; returns any other value unchanged.
    private static func convertingValues(_ value: JSONValue, _ conversion: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { JSONMember($0.name, conversion($0.value)) })
    }

    /// Converts the attributes of a device to a map; returns any other value unchanged.
    private static func convertingDevice(_ value: JSONValue) -> JSONValue {
        convertingMember(value, "DeviceAttributes") { mapFromPairs($0, "Name", "Value") }
    }

    /// Converts the texts `true` and `false` to Booleans; returns any other value unchanged.
    ///
    /// Hosts that send requests without a flow may write a flag as text.
    private static func parsedFlag(_ value: JSONValue) -> JSONValue {
        switch value.string {
        case "true": true
        case "false": false
        default: value
        }
    }

    /// Encodes a list or an object as JSON text; returns any other value unchanged.
    private static func encoded(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array, .object: .string(value.jsonText)
        default: value
        }
    }

    /// Parses the JSON text of a list or an object; returns any other value unchanged.
    private static func parsed(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, let inner = JSONValue(json: Array(text.utf8)) else { return value }
        switch inner {
        case .array, .object: return inner
        default: return value
        }
    }
}

/// Requests that revoke the tokens of late replies, whose calls were abandoned.
package enum LateTokens {
    private static let signInOperations: Set<String> = [
        "InitiateAuth", "RespondToAuthChallenge", "AdminInitiateAuth", "AdminRespondToAuthChallenge",
    ]
    /// The authentication flows that refresh tokens.
    ///
    /// Their tokens are not revoked, because that would also invalidate the refresh token that the caller still has.
    private static let refreshFlows: Set<String> = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// The operation that revokes a refresh token and all access tokens issued with it (Cognito API, RevokeToken).
    package static let operation = "RevokeToken"

    /// Returns the input of ``operation`` that revokes the refresh token in a reply.
    /// - Parameters:
    ///   - reply: the reply that arrived too late.
    ///   - request: the request that the reply answers.
    ///   - clientSecret: the app client's secret, if it has one; revoking then requires it.
    /// - Returns: nil if the request refreshes tokens, is not a sign-in, or names no app client; if the reply contains
    ///   no refresh token; or if `clientSecret` is nil although the app client has a secret.
    package static func revocation(
        of reply: FlowReply, to request: FlowRequest, clientSecret: String? = nil
    ) -> JSONValue? {
        guard signInOperations.contains(request.operation), case .body(let bytes) = reply,
            !refreshFlows.contains(request.body["AuthFlow"]?.string ?? ""), let clientID = request.body["ClientId"],
            let token = JSONValue(json: bytes)?["AuthenticationResult"]?["RefreshToken"]
        else { return nil }
        let parameters = request.body["AuthParameters"] ?? request.body["ChallengeResponses"]
        guard clientSecret != nil || parameters?["SECRET_HASH"] == nil else { return nil }
        var members = [JSONMember("Token", token), JSONMember("ClientId", clientID)]
        if let clientSecret { members.append(JSONMember("ClientSecret", .string(clientSecret))) }
        return .object(members)
    }
}

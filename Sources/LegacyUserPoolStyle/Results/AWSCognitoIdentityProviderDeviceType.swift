import CognitoFlows
import FlowCore
import FlowRuntime
public import Foundation

/// A device that the service knows. What it says of it stays as it was told.
public final class AWSCognitoIdentityProviderDeviceType: @unchecked Sendable {
    /// Its key.
    public let deviceKey: String?
    /// What the service says of it. Not to be changed, as others read it.
    public let deviceAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// When it was first seen.
    public let deviceCreateDate: Date?
    /// When something of it changed last.
    public let deviceLastModifiedDate: Date?
    /// When it signed in last.
    public let deviceLastAuthenticatedDate: Date?

    private init(key: String?, attributes: [JSONMember]?, dates: [String?]) {
        deviceKey = key
        deviceAttributes = attributes?.map {
            AWSCognitoIdentityUserAttributeType(name: $0.name, value: $0.value.string)
        }
        let seen = dates.map { $0.flatMap(Double.init).map { Date(timeIntervalSince1970: $0) } }
        (deviceCreateDate, deviceLastModifiedDate, deviceLastAuthenticatedDate) = (seen[0], seen[1], seen[2])
    }

    /// As a flow shows it.
    convenience init(_ step: StyleStep) {
        self.init(
            key: step.text("deviceKey"), attributes: step.parameters["deviceAttributes"]?.members,
            dates: ["created", "modified", "lastAuthenticated"].map { step.text($0) })
    }

    /// In the service's words, as JSON text.
    convenience init?(json text: String) {
        guard let device = JSONValue(json: Array(text.utf8)), device.members != nil else { return nil }
        let names = ["DeviceCreateDate", "DeviceLastModifiedDate", "DeviceLastAuthenticatedDate"]
        self.init(
            key: device["DeviceKey"]?.string, attributes: device.pairs("DeviceAttributes"),
            dates: names.map { device[$0]?.number })
    }
}

extension JSONValue {
    /// A number's text, or a text.
    fileprivate var number: String? {
        if case .number(let text) = self { return text }
        return string
    }

    /// A map, written as an object or as a list of `Name` and `Value`.
    fileprivate func pairs(_ name: String) -> [JSONMember]? {
        guard case .array(let items) = self[name] else { return self[name]?.members }
        return items.compactMap { item in
            item["Name"]?.string.map { JSONMember($0, item["Value"] ?? .null) }
        }
    }
}

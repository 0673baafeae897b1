import CognitoFlows
import FlowCore
import FlowRuntime
public import Foundation

/// A device that the service remembers.
public final class AWSCognitoIdentityProviderDeviceType: @unchecked Sendable {
    /// The device key.
    public let deviceKey: String?
    /// The device's attributes. Do not change these objects, since other threads may share them.
    public let deviceAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// When the device was first seen.
    public let deviceCreateDate: Date?
    /// When the device's record last changed.
    public let deviceLastModifiedDate: Date?
    /// When the device last signed in.
    public let deviceLastAuthenticatedDate: Date?

    /// Creates a device.
    /// - Parameters:
    ///   - key: the device key.
    ///   - attributes: the device's attributes.
    ///   - dates: the times of creation, last change and last sign-in, in seconds since 1970; nil if unknown.
    private init(key: String?, attributes: [JSONMember]?, dates: [String?]) {
        deviceKey = key
        deviceAttributes = attributes?.map {
            AWSCognitoIdentityUserAttributeType(name: $0.name, value: $0.value.string)
        }
        let parsedDates = dates.map { $0.flatMap(Double.init).map { Date(timeIntervalSince1970: $0) } }
        (deviceCreateDate, deviceLastModifiedDate) = (parsedDates[0], parsedDates[1])
        deviceLastAuthenticatedDate = parsedDates[2]
    }

    /// Creates the device that a step of the flow shows.
    convenience init(_ step: StyleStep) {
        self.init(
            key: step.text("deviceKey"), attributes: step.parameters["deviceAttributes"]?.members,
            dates: ["created", "modified", "lastAuthenticated"].map { step.text($0) })
    }

    /// Creates a device from the service's JSON. The result is nil if the text is not a JSON object.
    convenience init?(json text: String) {
        guard let device = JSONValue(json: Array(text.utf8)), device.members != nil else { return nil }
        let names = ["DeviceCreateDate", "DeviceLastModifiedDate", "DeviceLastAuthenticatedDate"]
        self.init(
            key: device["DeviceKey"]?.string, attributes: device.pairs("DeviceAttributes"),
            dates: names.map { device[$0]?.digits })
    }
}

extension JSONValue {
    /// The digits of a number, or the text of a string; nil for any other value.
    fileprivate var digits: String? {
        if case .number(let text) = self { return text }
        return string
    }

    /// Returns the entries of the map `name`, or nil if there is none.
    ///
    /// The service writes a map as an object, or as a list of objects with `Name` and `Value`.
    fileprivate func pairs(_ name: String) -> [JSONMember]? {
        guard case .array(let items) = self[name] else { return self[name]?.members }
        return items.compactMap { item in
            item["Name"]?.string.map { JSONMember($0, item["Value"] ?? .null) }
        }
    }
}

import CognitoFlows
public import FlowCore
import FlowRuntime
public import Foundation

/// A device that the service remembers.
public final class AWSCognitoIdentityProviderDeviceType: @unchecked Sendable, Redacted {
    /// The device key.
    public let deviceKey: String?
    /// The device's attributes. Do not change these objects, because other threads may share them.
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
    ///   - created: the time of creation, in seconds since 1970; nil if it is unknown.
    ///   - modified: the time of the last change, in seconds since 1970; nil if it is unknown.
    ///   - lastAuthenticated: the time of the last sign-in, in seconds since 1970; nil if it is unknown.
    private init(
        key: String?, attributes: [AWSCognitoIdentityUserAttributeType]?, created: String?, modified: String?,
        lastAuthenticated: String?
    ) {
        deviceKey = key
        deviceAttributes = attributes
        deviceCreateDate = Self.date(secondsSince1970: created)
        deviceLastModifiedDate = Self.date(secondsSince1970: modified)
        deviceLastAuthenticatedDate = Self.date(secondsSince1970: lastAuthenticated)
    }

    /// Returns the date that is a number of seconds after 1970.
    /// - Returns: nil if the text is nil or not a number.
    private static func date(secondsSince1970 text: String?) -> Date? {
        guard let text, let seconds = Double(text) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }

    convenience init(_ outcome: ShippedFlow.Devices.Outcome.Done) {
        self.init(
            key: outcome.deviceKey, attributes: [AWSCognitoIdentityUserAttributeType](byName: outcome.deviceAttributes),
            created: outcome.created, modified: outcome.modified, lastAuthenticated: outcome.lastAuthenticated)
    }

    /// Creates a device from the service's JSON, or returns nil if the text is not a JSON object.
    convenience init?(json text: String) {
        guard let device = JSONValue(json: Array(text.utf8)), device.members != nil else { return nil }
        self.init(
            key: device["DeviceKey"]?.string,
            attributes: device.entries(ofMap: "DeviceAttributes")?.map {
                AWSCognitoIdentityUserAttributeType(name: $0.name, value: $0.value.string)
            },
            created: device["DeviceCreateDate"]?.digits, modified: device["DeviceLastModifiedDate"]?.digits,
            lastAuthenticated: device["DeviceLastAuthenticatedDate"]?.digits)
    }
}

extension JSONValue {
    /// The digits of a number, or the text of a string; nil for any other value.
    fileprivate var digits: String? {
        if case .number(let text) = self { return text }
        return string
    }

    /// Returns the entries of the map under a name, or nil if there is none.
    ///
    /// The service writes a map as an object, or as a list of objects with `Name` and `Value`. Objects without a `Name`
    /// are skipped.
    fileprivate func entries(ofMap name: String) -> [JSONMember]? {
        guard case .array(let items) = self[name] else { return self[name]?.members }
        return items.compactMap { item in
            item["Name"]?.string.map { JSONMember($0, item["Value"] ?? .null) }
        }
    }
}

/// A page of the signed-in user's devices.
public final class AWSCognitoIdentityUserListDevicesResponse: Sendable, Redacted {
    /// The devices of the page.
    public let devices: [AWSCognitoIdentityProviderDeviceType]?
    /// The token of the next page; nil on the last page.
    public let paginationToken: String?

    /// Creates the page from the flow's outcome. Without an outcome, all values are nil.
    init(_ outcome: ShippedFlow.Devices.Outcome.Done?) {
        devices = outcome?.devices.compactMap { AWSCognitoIdentityProviderDeviceType(json: $0) }
        paginationToken = outcome?.paginationToken
    }
}

/// A device of the signed-in user.
public final class AWSCognitoIdentityUserGetDeviceResponse: Sendable, Redacted {
    /// The device.
    public let device: AWSCognitoIdentityProviderDeviceType?

    /// Creates the response from the flow's outcome. Without an outcome, the device is nil.
    init(_ outcome: ShippedFlow.Devices.Outcome.Done?) {
        device = outcome.map { AWSCognitoIdentityProviderDeviceType($0) }
    }
}

import FlowCore

/// A device that the service remembers.
public struct Device: Sendable, Equatable {
    /// The device key.
    public let deviceKey: String?
    /// The device's attributes, by name.
    public let attributes: [String: String]?

    /// Creates a device, for example in tests of the app.
    public init(deviceKey: String?, attributes: [String: String]? = nil) {
        self.deviceKey = deviceKey
        self.attributes = attributes
    }

    /// Creates a device from the service's JSON, or returns nil if the text is not JSON or contains no device key.
    init?(json text: String) {
        guard let device = JSONValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else { return nil }
        let attributes = (device["DeviceAttributes"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
        self.init(deviceKey: key, attributes: Dictionary(attributes) { $1 })
    }
}

/// A page of remembered devices.
public struct ListDevicesResult: Sendable, Equatable {
    /// The devices of the page.
    public let devices: [Device]?
    /// The token of the next page; nil on the last page.
    public let paginationToken: String?

    /// Creates a page, for example in tests of the app.
    public init(devices: [Device]?, paginationToken: String? = nil) {
        self.devices = devices
        self.paginationToken = paginationToken
    }
}

/// The empty result of a status change.
public struct UpdateDeviceStatusResult: Sendable, Equatable {
    /// Creates a result, for example in tests of the app.
    public init() {}
}

import FlowCore

/// A device that the service remembers.
public struct Device: Sendable, Equatable {
    /// Its key.
    public let deviceKey: String?
    /// What the service says of it, by name.
    public let attributes: [String: String]?

    /// A device.
    public init(deviceKey: String?, attributes: [String: String]? = nil) {
        self.deviceKey = deviceKey
        self.attributes = attributes
    }

    /// A device of a list, as JSON text.
    init?(json text: String) {
        guard let device = JSONValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else { return nil }
        let attributes = (device["DeviceAttributes"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
        self.init(deviceKey: key, attributes: Dictionary(attributes) { $1 })
    }
}

/// A page of the devices that the service remembers.
public struct ListDevicesResult: Sendable, Equatable {
    /// The devices.
    public let devices: [Device]?
    /// Where the next page begins, if there is one.
    public let paginationToken: String?

    /// A page.
    public init(devices: [Device]?, paginationToken: String? = nil) {
        self.devices = devices
        self.paginationToken = paginationToken
    }
}

/// What came of a change of a device's status: nothing to tell.
public struct UpdateDeviceStatusResult: Sendable, Equatable {
    /// A result.
    public init() {}
}

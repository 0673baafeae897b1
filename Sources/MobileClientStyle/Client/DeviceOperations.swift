import CognitoFlows
import FlowCore
import FlowRuntime

/// A device that the service remembers.
public struct Device: Sendable, Equatable {
    /// Its key.
    public let deviceKey: String
    /// What the service says of it, by name.
    public let attributes: [String: String]

    /// A device.
    public init(deviceKey: String, attributes: [String: String] = [:]) {
        self.deviceKey = deviceKey
        self.attributes = attributes
    }
}

/// What can be done with the devices of who is signed in.
public struct DeviceOperations: Sendable {
    private let client: AWSMobileClient

    init(_ client: AWSMobileClient) {
        self.client = client
    }

    /// The devices that the service remembers.
    /// - Parameter completionHandler: is told the devices, or an ``AWSMobileClientError``.
    @preconcurrency
    public func list(completionHandler: @escaping @Sendable ([Device]?, (any Error)?) -> Void) {
        client.carry(completionHandler) { core in
            try await core.runSignedIn(.devices, [:]).list("devices").compactMap { text in
                guard let device = WireValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else {
                    return nil
                }
                let attributes = (device["DeviceAttributes"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
                return Device(deviceKey: key, attributes: Dictionary(attributes) { $1 })
            }
        }
    }

    /// Remembers this device, or only knows it.
    /// - Parameters:
    ///   - deviceId: the device's key; that of this one if none is given.
    ///   - remembered: whether it is remembered.
    ///   - completionHandler: is told an ``AWSMobileClientError``, if there is one.
    @preconcurrency
    public func updateStatus(
        deviceId: String? = nil, remembered: Bool, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        client.carry(completionHandler) { core in
            try await core.onDevice(
                deviceId, ["task": "remember", "rememberedStatus": remembered ? "remembered" : "not_remembered"])
        }
    }

    /// Forgets a device.
    /// - Parameters:
    ///   - deviceId: the device's key; that of this one if none is given.
    ///   - completionHandler: is told an ``AWSMobileClientError``, if there is one.
    @preconcurrency
    public func forget(deviceId: String? = nil, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        client.carry(completionHandler) { core in try await core.onDevice(deviceId, ["task": "forget"]) }
    }
}

extension AWSMobileClient {
    /// What can be done with the devices of who is signed in.
    public var deviceOperations: DeviceOperations { DeviceOperations(self) }
}

extension MobileCore {
    /// Does something with a device; without a key the flow takes the one that is stored for the user.
    func onDevice(_ key: String?, _ inputs: WireValue) async throws {
        let (username, _) = try await tokens()
        _ = try await runSignedIn(
            .devices, inputs.adding(.inputs(["deviceKey": .text(key), "username": .string(username)])))
    }
}

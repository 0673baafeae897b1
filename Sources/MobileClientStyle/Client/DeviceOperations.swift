import CognitoFlows
import FlowCore
import FlowRuntime

/// What can be done with the devices of who is signed in.
public struct DeviceOperations: Sendable {
    private let client: AWSMobileClient

    init(_ client: AWSMobileClient) {
        self.client = client
    }

    /// The devices that the service remembers, a page at a time.
    /// - Parameters:
    ///   - limit: how many; the service decides, as the flow sends no numbers.
    ///   - paginationToken: where the page before ended.
    ///   - completionHandler: is told the devices, or an ``AWSMobileClientError``.
    @preconcurrency
    public func list(
        limit: Int = 60, paginationToken: String? = nil,
        completionHandler: @escaping @Sendable (ListDevicesResult?, (any Error)?) -> Void
    ) {
        client.carry(completionHandler) { core in
            let step = try await core.runSignedIn(.devices, .inputs(["paginationToken": .text(paginationToken)]))
            return ListDevicesResult(
                devices: step.list("devices").compactMap { Device(json: $0) },
                paginationToken: step.text("paginationToken"))
        }
    }

    /// One device.
    /// - Parameters:
    ///   - deviceId: the device's key; that of this one if none is given.
    ///   - completionHandler: is told the device, or an ``AWSMobileClientError``.
    @preconcurrency
    public func get(
        deviceId: String? = nil, completionHandler: @escaping @Sendable (Device?, (any Error)?) -> Void
    ) {
        client.carry(completionHandler) { core in
            let step = try await core.onDevice(deviceId, ["task": "get"])
            return Device(deviceKey: step.text("deviceKey"), attributes: step.map("deviceAttributes"))
        }
    }

    /// Remembers this device, or only knows it.
    /// - Parameters:
    ///   - deviceId: the device's key; that of this one if none is given.
    ///   - remembered: whether it is remembered.
    ///   - completionHandler: is told that it is done, or an ``AWSMobileClientError``.
    @preconcurrency
    public func updateStatus(
        deviceId: String? = nil, remembered: Bool,
        completionHandler: @escaping @Sendable (UpdateDeviceStatusResult?, (any Error)?) -> Void
    ) {
        client.carry(completionHandler) { core in
            _ = try await core.onDevice(
                deviceId, ["task": "remember", "rememberedStatus": remembered ? "remembered" : "not_remembered"])
            return UpdateDeviceStatusResult()
        }
    }

    /// Forgets this device.
    /// - Parameter completionHandler: is told an ``AWSMobileClientError``, if there is one.
    @preconcurrency
    public func forget(_ completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        client.carry(completionHandler) { core in _ = try await core.onDevice(nil, ["task": "forget"]) }
    }

    /// Forgets a device.
    /// - Parameters:
    ///   - deviceId: the device's key.
    ///   - completionHandler: is told an ``AWSMobileClientError``, if there is one.
    @preconcurrency
    public func forget(deviceId: String, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        client.carry(completionHandler) { core in _ = try await core.onDevice(deviceId, ["task": "forget"]) }
    }
}

extension AWSMobileClient {
    /// What can be done with the devices of who is signed in.
    public var deviceOperations: DeviceOperations { DeviceOperations(self) }
}

extension MobileCore {
    /// Does something with a device; without a key the flow takes the one that is stored for the user.
    func onDevice(_ key: String?, _ inputs: JSONValue) async throws -> StyleStep {
        let (username, _) = try await tokens()
        return try await runSignedIn(
            .devices, inputs.adding(.inputs(["deviceKey": .text(key), "username": .string(username)])))
    }
}

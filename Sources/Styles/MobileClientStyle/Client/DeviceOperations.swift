import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime

/// The operations on the signed-in user's devices.
public struct DeviceOperations: Sendable, Redacted {
    private let client: AWSMobileClient

    init(_ client: AWSMobileClient) {
        self.client = client
    }

    /// Lists the devices that the service remembers, one page at a time.
    /// - Parameters:
    ///   - limit: ignored. The service uses its own page size.
    ///   - paginationToken: the token that the previous page contains; nil for the first page.
    ///   - completionHandler: receives a page of devices, or an ``AWSMobileClientError``.
    @preconcurrency
    public func list(
        limit: Int = 60, paginationToken: String? = nil,
        completionHandler: @escaping @Sendable (ListDevicesResult?, (any Error)?) -> Void
    ) {
        client.perform(completionHandler) { core in
            let result = try await core.runSignedIn(ShippedFlow.Devices.self) {
                .init(accessToken: $0, paginationToken: paginationToken)
            }
            return ListDevicesResult(
                devices: (result.outcome?.devices ?? []).compactMap { Device(json: $0) },
                paginationToken: result.outcome?.paginationToken)
        }
    }

    /// Fetches one device.
    /// - Parameters:
    ///   - deviceId: the device key; nil for this device.
    ///   - completionHandler: receives the device, or an ``AWSMobileClientError``.
    @preconcurrency
    public func get(
        deviceId: String? = nil, completionHandler: @escaping @Sendable (Device?, (any Error)?) -> Void
    ) {
        client.perform(completionHandler) { core in
            let outcome = try await core.runDeviceTask(.get, deviceId)
            return Device(deviceKey: outcome?.deviceKey, attributes: outcome?.deviceAttributes)
        }
    }

    /// Sets whether a device is remembered.
    /// - Parameters:
    ///   - deviceId: the device key; nil for this device.
    ///   - remembered: true to remember the device, false to only track it.
    ///   - completionHandler: receives an empty result, or an ``AWSMobileClientError``.
    @preconcurrency
    public func updateStatus(
        deviceId: String? = nil, remembered: Bool,
        completionHandler: @escaping @Sendable (UpdateDeviceStatusResult?, (any Error)?) -> Void
    ) {
        client.perform(completionHandler) { core in
            _ = try await core.runDeviceTask(.remember, deviceId, remembered ? .remembered : .notRemembered)
            return UpdateDeviceStatusResult()
        }
    }

    /// Makes the service forget this device.
    /// - Parameter completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func forget(_ completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        client.perform(completionHandler) { core in _ = try await core.runDeviceTask(.forget, nil) }
    }

    /// Makes the service forget a device.
    /// - Parameters:
    ///   - deviceId: the key of the device to forget.
    ///   - completionHandler: receives an ``AWSMobileClientError``, or nil on success.
    @preconcurrency
    public func forget(deviceId: String, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        client.perform(completionHandler) { core in _ = try await core.runDeviceTask(.forget, deviceId) }
    }
}

extension AWSMobileClient {
    /// The operations on the signed-in user's devices.
    public var deviceOperations: DeviceOperations { DeviceOperations(self) }
}

extension MobileCore {
    /// Runs a task of the flow `devices` for one device.
    /// - Parameters:
    ///   - task: the task to run.
    ///   - key: the device key; nil for this device.
    ///   - status: the new status, for the task `remember`.
    /// - Returns: the outcome. It is never nil, because this flow has no steps.
    /// - Throws: an ``AWSMobileClientError``.
    fileprivate func runDeviceTask(
        _ task: ShippedFlow.Devices.Inputs.TaskChoice, _ key: String?,
        _ status: ShippedFlow.Devices.Inputs.RememberedStatusChoice? = nil
    ) async throws -> ShippedFlow.Devices.Outcome.Done? {
        let user = try await signedInUser()
        let deviceUsername = await user.app.deviceUsername(of: user.username, with: user.tokens)
        let result = try await run(
            ShippedFlow.Devices.self,
            .init(
                accessToken: FlowSecret(user.tokens.accessToken), username: deviceUsername, task: task,
                deviceKey: key, rememberedStatus: status),
            for: user.app)
        return result.outcome
    }
}

/// A device that the service remembers.
public struct Device: Sendable, Equatable, Redacted {
    /// The device key.
    public let deviceKey: String?
    /// The device's attributes, by name.
    public let attributes: [String: String]?

    /// Creates a device, for example in tests of the app.
    public init(deviceKey: String?, attributes: [String: String]? = nil) {
        self.deviceKey = deviceKey
        self.attributes = attributes
    }

    /// Creates a device from the service's JSON. Returns nil for any other text, and for JSON without a device key.
    init?(json text: String) {
        guard let device = JSONValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else { return nil }
        let attributes = (device["DeviceAttributes"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
        self.init(deviceKey: key, attributes: Dictionary(attributes) { $1 })
    }
}

/// A page of remembered devices.
public struct ListDevicesResult: Sendable, Equatable, Redacted {
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

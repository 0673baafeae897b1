import CognitoFlows
import FlowCore

extension AuthCategory {
    /// Fetches the devices that the service remembers for the signed-in user.
    /// - Returns: the devices. A device without a name has its key as its name.
    /// - Throws: ``AuthError``.
    public func fetchDevices() async throws -> [AuthDevice] {
        let result = try await run(ShippedFlow.Devices.self, .init(accessToken: try await accessToken()))
        return (result.outcome?.devices ?? []).compactMap { text in
            guard let device = JSONValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else {
                return nil
            }
            let attributes = device["DeviceAttributes"]?.members ?? []
            return AuthDevice(id: key, name: attributes.first { $0.name == "device_name" }?.value.string ?? key)
        }
    }

    /// Makes the service remember this device, which the last sign-in registered.
    /// - Throws: ``AuthError``, with the underlying error ``AWSCognitoAuthError/deviceNotTracked`` if the last sign-in
    ///   registered no device.
    public func rememberDevice() async throws { try await run(.remember, nil) }

    /// Makes the service forget a device.
    /// - Parameter device: the device to forget; nil for this one.
    /// - Throws: ``AuthError``, with the underlying error ``AWSCognitoAuthError/deviceNotTracked`` if this device is not
    ///   registered.
    public func forgetDevice(_ device: AuthDevice? = nil) async throws { try await run(.forget, device?.id) }

    /// Runs the flow `devices` with a task for the device with a key. A nil key means this device.
    private func run(_ task: ShippedFlow.Devices.Inputs.TaskChoice, _ key: String?) async throws {
        let token = try await accessToken()
        let username = try await storedUser()?.username
        _ = try await run(
            ShippedFlow.Devices.self, .init(accessToken: token, username: username, task: task, deviceKey: key))
    }
}

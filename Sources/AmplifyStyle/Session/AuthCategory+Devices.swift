import CognitoFlows
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// The devices that the service remembers for who is signed in.
    /// - Throws: ``AuthError``.
    public func fetchDevices() async throws -> [AuthDevice] {
        let step = try await run(.devices, ["accessToken": try await accessToken()])
        return step.list("devices").compactMap { text in
            guard let device = JSONValue(json: Array(text.utf8)), let key = device["DeviceKey"]?.string else {
                return nil
            }
            let attributes = device["DeviceAttributes"]?.members ?? []
            return AuthDevice(id: key, name: attributes.first { $0.name == "device_name" }?.value.string ?? key)
        }
    }

    /// Remembers this device, which the last sign-in registered.
    /// - Throws: ``AuthError``; ``AWSCognitoAuthError/deviceNotTracked`` within if it registered none.
    public func rememberDevice() async throws { try await thisDevice("remember", nil) }

    /// Forgets a device.
    /// - Parameter device: the device; this one if none is given.
    /// - Throws: ``AuthError``; ``AWSCognitoAuthError/deviceNotTracked`` within if this device is not registered.
    public func forgetDevice(_ device: AuthDevice? = nil) async throws { try await thisDevice("forget", device?.id) }

    /// Without a key the flow takes the device that is stored for the user.
    private func thisDevice(_ task: JSONValue, _ key: String?) async throws {
        let token = try await accessToken()
        let kept = try await kept()
        _ = try await run(
            .devices,
            ["task": task, "accessToken": token, "deviceKey": .text(key), "username": .text(kept?.username)])
    }
}

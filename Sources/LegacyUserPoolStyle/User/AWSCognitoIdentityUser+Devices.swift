import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// The devices that the service knows.
    /// - Parameters:
    ///   - limit: not used: the service's own page size counts.
    ///   - paginationToken: where the page before ended.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func listDevices(
        _ limit: Int32, paginationToken: String?
    ) -> AWSTask<AWSCognitoIdentityUserListDevicesResponse> {
        account(.devices, .inputs(["paginationToken": .text(paginationToken)])) {
            AWSCognitoIdentityUserListDevicesResponse($0)
        }
    }

    /// This device. The error has the code `deviceNotTracked` where none is stored.
    @discardableResult
    public func getDevice() -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> { device(nil) }

    /// A device.
    /// - Parameter deviceId: its key.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func getDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> { device(deviceId) }

    /// Remembers this device, or no longer. The error has the code `deviceNotTracked` where none is stored.
    /// - Parameter remembered: whether it is remembered.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(_ remembered: Bool) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        update(nil, remembered: remembered)
    }

    /// Remembers a device, or no longer.
    /// - Parameters:
    ///   - deviceId: its key.
    ///   - remembered: whether it is remembered.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(
        _ deviceId: String, remembered: Bool
    ) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        update(deviceId, remembered: remembered)
    }

    /// Forgets this device, here too. The error has the code `deviceNotTracked` where none is stored.
    @discardableResult
    public func forgetDevice() -> AWSTask<AWSCognitoIdentityUserResponse> { forget(nil) }

    /// Forgets a device; if it is this one, here too.
    /// - Parameter deviceId: its key.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func forgetDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserResponse> { forget(deviceId) }

    private func device(_ key: String?) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> {
        account(.devices, .inputs(["task": "get", "deviceKey": .text(key)])) {
            AWSCognitoIdentityUserGetDeviceResponse($0)
        }
    }

    private func update(_ key: String?, remembered: Bool) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        let status: JSONValue = remembered ? "remembered" : "not_remembered"
        let inputs = JSONValue.inputs(["task": "remember", "rememberedStatus": status, "deviceKey": .text(key)])
        return account(.devices, inputs) { _ in AWSCognitoIdentityUserUpdateDeviceStatusResponse() }
    }

    private func forget(_ key: String?) -> AWSTask<AWSCognitoIdentityUserResponse> {
        account(.devices, .inputs(["task": "forget", "deviceKey": .text(key)])) { _ in
            AWSCognitoIdentityUserResponse()
        }
    }
}

import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Lists the devices that the service remembers.
    /// - Parameters:
    ///   - limit: ignored; the service uses its own page size.
    ///   - paginationToken: the token of the previous page.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func listDevices(
        _ limit: Int32, paginationToken: String?
    ) -> AWSTask<AWSCognitoIdentityUserListDevicesResponse> {
        account(.devices, .inputs(["paginationToken": .text(paginationToken)])) {
            AWSCognitoIdentityUserListDevicesResponse($0)
        }
    }

    /// Fetches this device. It fails with `deviceNotTracked` if none is stored.
    @discardableResult
    public func getDevice() -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> { device(nil) }

    /// Fetches a device.
    /// - Parameter deviceId: the device key.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func getDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> { device(deviceId) }

    /// Sets whether this device is remembered.
    ///
    /// It fails with `deviceNotTracked` if no device is stored.
    /// - Parameter remembered: whether it is remembered.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(_ remembered: Bool) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        update(nil, remembered: remembered)
    }

    /// Sets whether a device is remembered.
    /// - Parameters:
    ///   - deviceId: the device key.
    ///   - remembered: whether it is remembered.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(
        _ deviceId: String, remembered: Bool
    ) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        update(deviceId, remembered: remembered)
    }

    /// Forgets this device at the service and here.
    ///
    /// It fails with `deviceNotTracked` if no device is stored.
    @discardableResult
    public func forgetDevice() -> AWSTask<AWSCognitoIdentityUserResponse> { forget(nil) }

    /// Forgets a device at the service, and this device also here.
    /// - Parameter deviceId: the device key.
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

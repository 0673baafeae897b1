import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Fetches a page of the devices that the service remembers.
    /// - Parameters:
    ///   - limit: ignored. The service uses its own page size.
    ///   - paginationToken: the token that the previous page contains; nil for the first page.
    /// - Returns: the devices of the page, and the token of the next page.
    @discardableResult
    public func listDevices(
        _ limit: Int32, paginationToken: String?
    ) -> AWSTask<AWSCognitoIdentityUserListDevicesResponse> {
        runWithSession(.devices, .inputs(["paginationToken": .text(paginationToken)])) {
            AWSCognitoIdentityUserListDevicesResponse($0)
        }
    }

    /// Fetches this device and its attributes. It fails with `deviceNotTracked` if no device is stored.
    @discardableResult
    public func getDevice() -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> { fetchDevice(nil) }

    /// Fetches a device.
    /// - Parameter deviceId: the key of the device to fetch.
    /// - Returns: a task that ends with the device and its attributes.
    @discardableResult
    public func getDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> {
        fetchDevice(deviceId)
    }

    /// Sets whether this device is remembered.
    ///
    /// It fails with `deviceNotTracked` if no device is stored.
    /// - Parameter remembered: true to remember the device, false to only track it.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(_ remembered: Bool) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        setRemembered(remembered, deviceKey: nil)
    }

    /// Sets whether a device is remembered.
    /// - Parameters:
    ///   - deviceId: the key of the device.
    ///   - remembered: true to remember the device, false to only track it.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func updateDeviceStatus(
        _ deviceId: String, remembered: Bool
    ) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        setRemembered(remembered, deviceKey: deviceId)
    }

    /// Makes the service forget this device, and removes the stored device.
    ///
    /// It fails with `deviceNotTracked` if no device is stored.
    @discardableResult
    public func forgetDevice() -> AWSTask<AWSCognitoIdentityUserResponse> { forget(nil) }

    /// Makes the service forget a device. If it is this device, the stored device is also removed.
    /// - Parameter deviceId: the key of the device to forget.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func forgetDevice(_ deviceId: String) -> AWSTask<AWSCognitoIdentityUserResponse> { forget(deviceId) }

    /// Fetches a device. A nil key means this device.
    private func fetchDevice(_ key: String?) -> AWSTask<AWSCognitoIdentityUserGetDeviceResponse> {
        runWithSession(.devices, .inputs(["task": "get", "deviceKey": .text(key)])) {
            AWSCognitoIdentityUserGetDeviceResponse($0)
        }
    }

    /// Sets whether a device is remembered. A nil key means this device.
    private func setRemembered(
        _ isRemembered: Bool, deviceKey: String?
    ) -> AWSTask<AWSCognitoIdentityUserUpdateDeviceStatusResponse> {
        let status: JSONValue = isRemembered ? "remembered" : "not_remembered"
        let inputs = JSONValue.inputs(["task": "remember", "rememberedStatus": status, "deviceKey": .text(deviceKey)])
        return runWithSession(.devices, inputs) { _ in AWSCognitoIdentityUserUpdateDeviceStatusResponse() }
    }

    /// Makes the service forget a device. A nil key means this device.
    private func forget(_ key: String?) -> AWSTask<AWSCognitoIdentityUserResponse> {
        runWithSession(.devices, .inputs(["task": "forget", "deviceKey": .text(key)])) { _ in
            AWSCognitoIdentityUserResponse()
        }
    }
}

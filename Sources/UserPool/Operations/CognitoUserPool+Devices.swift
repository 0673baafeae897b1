import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// Implements `ConfirmDevice`: stores the verifier of a new device.
    func confirmDevice(_ input: PoolInput) throws(PoolError) -> JSONValue {
        let user = try authorize(input).user
        let device = try knownDevice(in: input, of: user)
        guard !device.isConfirmed else {
            throw PoolError("DeviceKeyExistsException", "The device is already confirmed.")
        }
        let verifier = try input.object("DeviceSecretVerifierConfig")
        let record = try deviceRecord(
            salt: try verifier.text("Salt"), verifier: try verifier.text("PasswordVerifier"))
        let name = try input.optionalText("DeviceName")
        let isOptional = configuration.devices == .optional
        try commit {
            state.changeUser(user.id) { user in
                user.devices[device.key]?.password = record
                user.devices[device.key]?.name = name
                user.devices[device.key]?.isRemembered = !isOptional
            }
        }
        return .object([JSONMember("UserConfirmationNecessary", .bool(isOptional))])
    }

    /// Creates the password record of a device.
    /// - Throws: `InvalidParameterException` if the salt or verifier is invalid.
    private func deviceRecord(salt: String, verifier: String) throws(PoolError) -> PasswordRecord {
        do throws(SRPFailure) {
            return try PasswordRecord(salt: salt, verifier: verifier)
        } catch {
            let isNegative = error == .negativeNumber
            throw .invalidParameter(
                isNegative
                    ? "Negative value passed for salt or password verifier" : "Malformed salt or password verifier")
        }
    }

    /// Implements `UpdateDeviceStatus`: sets whether the pool remembers a device.
    func updateDeviceStatus(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try updateDeviceStatus(of: try authorize(input).user, input)
    }

    /// Sets whether the pool remembers the user's device that a request names.
    /// - Returns: the empty response.
    func updateDeviceStatus(of user: PoolUser, _ input: PoolInput) throws(PoolError) -> JSONValue {
        let device = try knownDevice(in: input, of: user)
        let status = try input.text("DeviceRememberedStatus")
        guard status == "remembered" || status == "not_remembered" else {
            throw .invalidParameter("DeviceRememberedStatus must be remembered or not_remembered")
        }
        guard device.isConfirmed else { throw .invalidParameter("The device is not confirmed") }
        try commit { state.changeUser(user.id) { $0.devices[device.key]?.isRemembered = status == "remembered" } }
        return .object([])
    }

    /// Implements `GetDevice`: describes a device of the signed-in user.
    func getDevice(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try getDevice(of: try authorize(input).user, input)
    }

    /// Returns the response that describes the user's device that a request names.
    func getDevice(of user: PoolUser, _ input: PoolInput) throws(PoolError) -> JSONValue {
        .object([JSONMember("Device", description(of: try knownDevice(in: input, of: user)))])
    }

    /// Implements `ListDevices`: lists the devices of the signed-in user.
    func listDevices(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try listDevices(of: try authorize(input).user, input)
    }

    /// Returns the response with the requested page of a user's confirmed devices.
    func listDevices(of user: PoolUser, _ input: PoolInput) throws(PoolError) -> JSONValue {
        let devices = user.devices.values.filter(\.isConfirmed)
        return try input.page(of: devices, token: "PaginationToken", by: \.key).response("Devices", description)
    }

    /// Implements `ForgetDevice`: removes a device of the signed-in user.
    func forgetDevice(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try forgetDevice(of: try authorize(input).user, input)
    }

    /// Removes the user's device that a request names.
    /// - Returns: the empty response.
    func forgetDevice(of user: PoolUser, _ input: PoolInput) throws(PoolError) -> JSONValue {
        let device = try knownDevice(in: input, of: user)
        try commit { state.changeUser(user.id) { $0.devices[device.key] = nil } }
        return .object([])
    }

    /// Returns the device that a request names.
    /// - Throws: an error if the user has no such device.
    private func knownDevice(in input: PoolInput, of user: PoolUser) throws(PoolError) -> PoolDevice {
        guard let device = user.devices[try input.text("DeviceKey")] else { throw .unknownDevice }
        return device
    }

    /// Returns a device as the API's type `DeviceType`.
    private func description(of device: PoolDevice) -> JSONValue {
        var attributes = ["device_status": "valid"]
        attributes["device_name"] = device.name
        attributes["dev:device_remembered_status"] = device.isRemembered ? "remembered" : "not_remembered"
        return .object([
            JSONMember("DeviceKey", .string(device.key)), JSONMember("DeviceAttributes", .attributes(attributes)),
            JSONMember("DeviceCreateDate", .time(device.createdAt)),
            JSONMember("DeviceLastModifiedDate", .time(device.lastUsedAt)),
            JSONMember("DeviceLastAuthenticatedDate", .time(device.lastUsedAt)),
        ])
    }

    // MARK: Administrators

    /// Implements `AdminListDevices`: lists the devices of a user.
    func adminListDevices(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try listDevices(of: try administeredUser(in: input), input)
    }

    /// Implements `AdminGetDevice`: describes a device of a user.
    func adminGetDevice(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try getDevice(of: try administeredUser(in: input), input)
    }

    /// Implements `AdminUpdateDeviceStatus`: sets whether the pool remembers a user's device.
    func adminUpdateDeviceStatus(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try updateDeviceStatus(of: try administeredUser(in: input), input)
    }

    /// Implements `AdminForgetDevice`: removes a device of a user.
    func adminForgetDevice(_ input: PoolInput) throws(PoolError) -> JSONValue {
        try forgetDevice(of: try administeredUser(in: input), input)
    }
}

import CognitoHandlers
import FlowCore
import FlowRuntime

/// A device that a user has signed in with.
struct PoolDevice: Sendable, Codable {
    let key: String
    let groupKey: String
    /// The verifier from `ConfirmDevice`; nil before confirmation.
    var password: PasswordRecord?
    var name: String?
    var isRemembered = false
    let createdAt: Int64
    var lastUsedAt: Int64

    /// Whether `ConfirmDevice` has stored the device's verifier.
    var isConfirmed: Bool { password != nil }

    /// The number of random bytes in the group key of a new device.
    private static let groupByteCount = 4

    /// Adds a new device to the user whose `sub` is `id`, and returns it. Also removes the user's old devices that were
    /// never confirmed.
    static func add(toUser id: String, _ client: PoolClient, _ pool: inout Pool) -> PoolDevice {
        let group = Hex.text(pool.random(groupByteCount))
        let device = PoolDevice(
            key: "\(pool.configuration.region)_\(pool.random.uuid())", groupKey: "-\(group)", createdAt: pool.now,
            lastUsedAt: pool.now)
        // Devices that are not confirmed while their access token is valid would otherwise accumulate.
        let oldest = pool.now - client.tokenSeconds
        pool.state.accounts.change(id) { user in
            user.devices = user.devices.filter { $0.value.isConfirmed || $0.value.createdAt > oldest }
            user.devices[device.key] = device
        }
        return device
    }
}

/// Confirms, describes, remembers and removes the devices of users.
enum DeviceOperations {
    static let all: [String: PoolOperation] = [
        "ConfirmDevice": .signedIn(confirm),
        "UpdateDeviceStatus": .signedIn(updateStatus),
        "GetDevice": .signedIn(get),
        "ListDevices": .signedIn(list),
        "ForgetDevice": .signedIn(forget),
        "AdminUpdateDeviceStatus": .administered(updateStatus),
        "AdminGetDevice": .administered(get),
        "AdminListDevices": .administered(list),
        "AdminForgetDevice": .administered(forget),
    ]

    /// Implements `ConfirmDevice`: stores the verifier of a new device.
    static func confirm(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let device = try knownDevice(in: input, of: user)
        guard !device.isConfirmed else {
            throw PoolError("DeviceKeyExistsException", "The device is already confirmed.")
        }
        let verifier = try input.object("DeviceSecretVerifierConfig")
        let record = try deviceRecord(salt: try verifier.text("Salt"), verifier: try verifier.text("PasswordVerifier"))
        let hasName = input.json["DeviceName"] != nil
        let name = try hasName ? input.text("DeviceName", longest: MaxLength.deviceName) : nil
        let isOptional = pool.configuration.devices == .optional
        pool.state.accounts.change(user.id) { user in
            user.devices[device.key]?.password = record
            user.devices[device.key]?.name = name
            user.devices[device.key]?.isRemembered = !isOptional
        }
        return ["UserConfirmationNecessary": .bool(isOptional)]
    }

    /// Returns the record of a device's password from the salt and the verifier that the client sent.
    private static func deviceRecord(salt: String, verifier: String) throws(PoolError) -> PasswordRecord {
        do throws(SRPFailure) {
            return try PasswordRecord(salt: salt, verifier: verifier)
        } catch {
            let isNegative = error == .negativeNumber
            throw .invalidParameter(
                isNegative
                    ? "Negative value passed for salt or password verifier" : "Malformed salt or password verifier")
        }
    }

    /// Implements `UpdateDeviceStatus` and `AdminUpdateDeviceStatus`: sets whether the pool remembers a device.
    static func updateStatus(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let device = try knownDevice(in: input, of: user)
        let status = try input.text("DeviceRememberedStatus")
        guard status == "remembered" || status == "not_remembered" else {
            throw .invalidParameter("DeviceRememberedStatus must be remembered or not_remembered")
        }
        guard device.isConfirmed else { throw .invalidParameter("The device is not confirmed") }
        pool.state.accounts.change(user.id) { $0.devices[device.key]?.isRemembered = status == "remembered" }
        return [:]
    }

    /// Implements `GetDevice` and `AdminGetDevice`: describes a device.
    private static func get(_ user: PoolUser, _ input: PoolInput, _: inout Pool) throws(PoolError) -> JSONValue {
        ["Device": description(of: try knownDevice(in: input, of: user))]
    }

    /// Implements `ListDevices` and `AdminListDevices`: lists the confirmed devices of a user.
    private static func list(_ user: PoolUser, _ input: PoolInput, _: inout Pool) throws(PoolError) -> JSONValue {
        let devices = user.devices.values.filter(\.isConfirmed)
        return try input.page(of: devices, token: "PaginationToken", by: \.key).response("Devices", description)
    }

    /// Implements `ForgetDevice` and `AdminForgetDevice`: removes a device, and ends its refresh tokens.
    static func forget(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let device = try knownDevice(in: input, of: user)
        pool.state.accounts.change(user.id) { $0.devices[device.key] = nil }
        pool.state.grants.forget(device: device.key)
        return [:]
    }

    /// Returns the device of the user that a request names.
    private static func knownDevice(in input: PoolInput, of user: PoolUser) throws(PoolError) -> PoolDevice {
        guard let device = user.devices[try input.text("DeviceKey")] else { throw .unknownDevice }
        return device
    }

    /// Returns a device as the API's type `DeviceType`.
    private static func description(of device: PoolDevice) -> JSONValue {
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
}

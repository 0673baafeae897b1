import Crypto
public import FlowCore
package import FlowRuntime

/// The remembered device of each user of a pool, in a ``SecretStore``.
///
/// The key is the user name that the flow passes, byte for byte. If a flow passes `username` as the host supplied it,
/// the key is what the user entered, which may be an alias. If the same user later signs in under another name, the
/// sign-in registers another device, which the service allows. The account's own name cannot be the key, because the
/// service returns it (USERNAME) only after the first request, which already needs the device. A flow that replaces
/// `username` by the account's own name must therefore pass the entered name to `store` as well.
///
/// Tokens contain the account's own name and the device's key, but not the name under which the device is stored. A
/// second entry therefore maps the device's key to this name.
package struct DeviceSecrets: Sendable {
    private let queue: SecretStoreQueue
    private let scope: SecretScope

    /// Creates the store of a pool's devices. All app clients of the pool share them, because the service identifies a
    /// device by pool and user.
    package init(_ store: any SecretStore, poolID: String) {
        queue = .shared(for: store)
        scope = SecretScope(kind: "devices", poolID: poolID)
    }

    /// Returns the key of the entry that contains the name under which a device is stored.
    static func nameKey(ofDevice deviceKey: String, poolID: String) -> SecretKey {
        SecretKey(SecretScope(kind: "device-names", poolID: poolID), deviceKey)
    }

    /// Returns the key of the entry that contains the name under which the device of an alias is stored.
    private static func nameKey(ofAlias alias: String, poolID: String) -> SecretKey {
        SecretKey(SecretScope(kind: "device-aliases", poolID: poolID), alias)
    }

    /// Returns the stored device of a user, whom an alias may name.
    /// - Returns: nil if there is none or the entry is damaged. The next sign-in then registers a new device.
    /// - Throws: `device-store-unavailable` if the store cannot be read now.
    package func device(of username: String) async throws(FlowHandlerFailure) -> CognitoDevice? {
        let scope = scope
        return try await run { store throws(SecretStoreFailure) in
            try Self.stored(of: username, in: scope, store).device
        }
    }

    /// Returns the key of the entry of a user, whom an alias may name, and the device in this entry.
    /// - Returns: no device if there is none or the entry is damaged. Throws any other failure of the store.
    private static func stored(
        of username: String, in scope: SecretScope, _ store: any SecretStore
    ) throws(SecretStoreFailure) -> (key: SecretKey, device: CognitoDevice?) {
        let key = SecretKey(scope, username)
        if let device = try store.device(under: key) { return (key, device) }
        let bytes = try store.readableContent(under: nameKey(ofAlias: username, poolID: scope.poolID))
        guard let name = bytes.map({ String(decoding: $0, as: UTF8.self) }) else { return (key, nil) }
        let namedKey = SecretKey(scope, name)
        return (namedKey, try store.device(under: namedKey))
    }

    /// Returns the name under which a device is stored; nil if the device is not stored.
    /// - Throws: `device-store-unavailable` if the store cannot be read now.
    package func username(ofDevice deviceKey: String) async throws(FlowHandlerFailure) -> String? {
        let scope = scope
        return try await run { store throws(SecretStoreFailure) in
            let bytes = try store.readableContent(under: Self.nameKey(ofDevice: deviceKey, poolID: scope.poolID))
            guard let name = bytes.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
            // Another device may have replaced this one.
            return try store.device(under: SecretKey(scope, name))?.key == deviceKey ? name : nil
        }
    }

    /// Stores a user's device, replacing an earlier one.
    /// - Parameters:
    ///   - device: the device to store.
    ///   - username: the user whom the device belongs to.
    ///   - entered: the name with which the user signs in; nil if it is `username`.
    /// - Throws: `device-store-unavailable`. It is then unknown which device is stored.
    package func store(
        _ device: CognitoDevice, of username: String, enteredAs entered: String? = nil
    ) async throws(FlowHandlerFailure) {
        let key = SecretKey(scope, username)
        let nameKey = Self.nameKey(ofDevice: device.key, poolID: key.scope.poolID)
        let bytes = Array(device.jsonText.utf8)
        try await run { store throws(SecretStoreFailure) in
            let formerKey = try store.device(under: key)?.key
            try store.store(key.name, under: nameKey, replacing: .any)
            try store.store(bytes, under: key, replacing: .any)
            if let entered, !entered.utf8.elementsEqual(key.name) {
                let aliasKey = Self.nameKey(ofAlias: entered, poolID: key.scope.poolID)
                try store.store(key.name, under: aliasKey, replacing: .any)
            }
            guard let formerKey, formerKey != device.key else { return }
            // The entry has no effect any more, so it may remain if it cannot be removed.
            try? store.remove(Self.nameKey(ofDevice: formerKey, poolID: key.scope.poolID))
        }
    }

    /// Removes a user's device, if one is stored.
    /// - Parameters:
    ///   - username: the user whose device to remove, whom an alias may name.
    ///   - deviceKey: the key of the device to remove. A stored device with another key remains. If it is nil, any
    ///     device is removed.
    /// - Throws: `device-store-unavailable`. The device may then remain.
    package func removeDevice(of username: String, ifKey deviceKey: String? = nil) async throws(FlowHandlerFailure) {
        let scope = scope
        try await run { store throws(SecretStoreFailure) in
            let (key, device) = try Self.stored(of: username, in: scope, store)
            let storedKey = device?.key
            if let deviceKey, let storedKey, storedKey != deviceKey { return }
            try store.remove(key)
            if let storedKey { try store.remove(Self.nameKey(ofDevice: storedKey, poolID: key.scope.poolID)) }
            if !username.utf8.elementsEqual(key.name) {
                try store.remove(Self.nameKey(ofAlias: username, poolID: key.scope.poolID))
            }
        }
    }

    /// Runs an operation on the store's queue, and returns its result.
    /// - Throws: `device-store-unavailable` if the operation fails or times out.
    private func run<Value: Sendable>(
        _ operation: @escaping @Sendable (any SecretStore) throws(SecretStoreFailure) -> Value
    ) async throws(FlowHandlerFailure) -> Value {
        let store = queue.store
        do throws(SecretStoreFailure) {
            return try await queue.run { () throws(SecretStoreFailure) in try operation(store) }
        } catch {
            throw FlowHandlerFailure(device: error)
        }
    }
}

extension SecretStore {
    /// Returns the device under a key, or nil if there is none or the entry is damaged.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the store cannot be read now.
    fileprivate func device(under key: SecretKey) throws(SecretStoreFailure) -> CognitoDevice? {
        try readableContent(under: key).flatMap { JSONValue(json: $0) }.flatMap(CognitoDevice.init(json:))
    }

    /// Returns the content of the entry under a key, or nil if there is none or it is damaged.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the store cannot be read now.
    fileprivate func readableContent(under key: SecretKey) throws(SecretStoreFailure) -> [UInt8]? {
        do throws(SecretStoreFailure) {
            return try entry(key)?.content
        } catch {
            if case .broken = error { return nil }
            throw error
        }
    }
}

extension FlowHandlerFailure {
    /// Creates the failure `device-store-unavailable`, with the reason of a store's failure.
    fileprivate init(device failure: SecretStoreFailure) {
        switch failure {
        case .changed:
            self.init("device-store-unavailable", "another process changed the stored device at the same time")
        case .unavailable(let why), .broken(let why): self.init("device-store-unavailable", why)
        }
    }
}

/// A provider of the device's description for threat protection (`EncodedData` in a request's `UserContextData`).
public protocol SecurityContextProvider: Sendable {
    /// Returns the description for a user's request.
    /// - Parameter username: the user name in the request.
    /// - Returns: the description, or nil to send none.
    func encodedData(for username: String) async -> String?
}

/// A device description in the format of Amplify for Swift: base64 of a JSON object with `payload` (JSON text),
/// `version` and `signature`. The signature is an HMAC-SHA256 of version and payload under the app client's id.
public struct DeviceSecurityContext: SecurityContextProvider, Redacted {
    private static let version = "IOS20171114"

    private let poolID: String
    private let clientID: String
    private let now: @Sendable () -> Int64
    private let device: @Sendable (String) async -> [String: String]?

    /// Creates a provider that describes this device.
    /// - Parameters:
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - now: returns the time in seconds since 1970 (UTC).
    ///   - device: returns the device's properties for a user name, under Amplify's keys: `ApplicationName`,
    ///     `ApplicationTargetSdk`, `ApplicationVersion`, `DeviceFingerprint`, `DeviceName`, `BuildType`,
    ///     `DeviceOsReleaseVersion`, `DeviceId`, `ThirdPartyDeviceId`, `Platform`, `ClientTimezone` (`+02:00`),
    ///     `ScreenHeightPixels`, `ScreenWidthPixels`, `DeviceLanguage`, `PhoneType`. If it returns nil, no description
    ///     is sent.
    public init(
        poolID: String, clientID: String, now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime,
        device: @escaping @Sendable (String) async -> [String: String]?
    ) {
        self.poolID = poolID
        self.clientID = clientID
        self.now = now
        self.device = device
    }

    /// Returns the signed description in base64, or nil if the host supplies no properties.
    public func encodedData(for username: String) async -> String? {
        guard let properties = await device(username) else { return nil }
        let members = properties.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
        // The host's clock may return any number, which must not trap.
        let milliseconds = now() &* 1000
        let payload: JSONValue = [
            "contextData": .object(members), "username": .string(username), "userPoolId": .string(poolID),
            "timestamp": .string("\(milliseconds)"),
        ]
        let payloadText = payload.jsonText
        let signature = HMAC<SHA256>.authenticationCode(
            for: Array((Self.version + payloadText).utf8), using: SymmetricKey(data: Array(clientID.utf8)))
        let signed: JSONValue = [
            "payload": .string(payloadText), "version": .string(Self.version),
            "signature": .string(Base64.text(signature)),
        ]
        return Base64.text(signed.jsonText.utf8)
    }
}

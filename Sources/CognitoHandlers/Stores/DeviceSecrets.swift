import FlowCore
package import FlowRuntime

/// The remembered device of each user of a pool, in a ``SecretStore``.
///
/// The key is the user name that the flow passes, byte for byte. If a flow passes `username` as the host supplied it,
/// the key is what the user entered, which may be an alias. If the same user later signs in under another name, the
/// sign-in registers another device, which the service allows. The account's own name cannot be the key, because the
/// service returns it (USERNAME) only after the first request, which already needs the device.
package struct DeviceSecrets: Sendable {
    private let queue: SecretStoreQueue
    private let scope: SecretScope

    /// Creates the store of a pool's devices. All app clients of the pool share them, since the service identifies a
    /// device by pool and user.
    package init(_ store: any SecretStore, poolID: String) {
        queue = .shared(for: store)
        scope = SecretScope(kind: "devices", poolID: poolID)
    }

    /// Returns the stored device of a user.
    /// - Returns: nil if there is none or the entry is damaged. The next sign-in then registers a new device.
    /// - Throws: `device-store-unavailable` if the store cannot be read now.
    package func device(of username: String) async throws(FlowHandlerFailure) -> CognitoDevice? {
        let key = SecretKey(scope, username)
        return try await run { store throws(SecretStoreFailure) in try store.device(under: key) }
    }

    /// Stores a user's device, replacing an earlier one.
    /// - Throws: `device-store-unavailable`. The earlier device then remains, unless a slow store still stores the new
    ///   one.
    package func store(_ device: CognitoDevice, of username: String) async throws(FlowHandlerFailure) {
        let key = SecretKey(scope, username)
        let bytes = Array(device.jsonText.utf8)
        try await run { store throws(SecretStoreFailure) in
            _ = try store.store(bytes, under: key, replacing: .any)
        }
    }

    /// Removes a user's device, if one is stored.
    /// - Parameters:
    ///   - username: the user whose device to remove.
    ///   - deviceKey: the key of the device to remove. A stored device with another key remains. If it is nil, any
    ///     device is removed.
    /// - Throws: `device-store-unavailable`. The device may then remain.
    package func removeDevice(of username: String, ifKey deviceKey: String? = nil) async throws(FlowHandlerFailure) {
        let key = SecretKey(scope, username)
        try await run { store throws(SecretStoreFailure) in
            if let deviceKey, let stored = try store.device(under: key), stored.key != deviceKey { return }
            try store.remove(key)
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
    fileprivate func device(under key: SecretKey) throws(SecretStoreFailure) -> CognitoDevice? {
        do throws(SecretStoreFailure) {
            return try entry(key).flatMap { JSONValue(json: $0.content) }.flatMap(CognitoDevice.init(json:))
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

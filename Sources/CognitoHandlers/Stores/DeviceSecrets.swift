import FlowCore
package import FlowRuntime

/// The remembered device of each user of a pool, over a ``SecretStore``.
///
/// A user is known by the name that the flow passes, byte for byte. In a flow that leaves `username` as the host gave it,
/// that is what was typed in, an alias as well: it is stored under the alias and found under the alias. Signing in under
/// another name of the same account then registers another device, which the service allows. (The service itself names
/// the account in USERNAME only after the first request, so what is sent with that one cannot be looked up by it.)
package struct DeviceSecrets: Sendable {
    private let queue: SecretStoreQueue
    private let scope: SecretScope

    /// The devices of a pool; the app client does not count, since the service knows a device by pool and user.
    package init(_ store: any SecretStore, poolID: String) {
        queue = .of(store)
        scope = SecretScope(kind: "devices", poolID: poolID)
    }

    /// The device that is stored for a user.
    /// - Returns: nil if there is none, and for a damaged entry: the next sign-in registers a device in its place.
    /// - Throws: `device-store-unavailable`.
    package func device(of username: String) async throws(FlowHandlerFailure) -> CognitoDevice? {
        let key = SecretKey(scope, username)
        return try await run { store throws(SecretStoreFailure) in try store.device(key) }
    }

    /// Stores a user's device in place of one from before.
    /// - Throws: `device-store-unavailable`; then the device from before is stored, or a slow store stores the new one late.
    package func store(_ device: CognitoDevice, of username: String) async throws(FlowHandlerFailure) {
        let (key, bytes) = (SecretKey(scope, username), Array(device.jsonText.utf8))
        try await run { store throws(SecretStoreFailure) in
            _ = try store.store(bytes, under: key, replacing: .any)
        }
    }

    /// Forgets a user's device, if one is stored.
    /// - Parameters:
    ///   - username: the user.
    ///   - deviceKey: the device that is meant; another one of the same user stays. Without it, whichever is stored.
    /// - Throws: `device-store-unavailable`.
    package func forget(_ username: String, ifKey deviceKey: String? = nil) async throws(FlowHandlerFailure) {
        let key = SecretKey(scope, username)
        try await run { store throws(SecretStoreFailure) in
            if let deviceKey, let stored = try store.device(key), stored.key != deviceKey { return }
            try store.remove(key)
        }
    }

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
    /// The device under a key; nil if there is none, and for a damaged entry.
    fileprivate func device(_ key: SecretKey) throws(SecretStoreFailure) -> CognitoDevice? {
        do throws(SecretStoreFailure) {
            return try entry(key).flatMap { JSONValue(json: $0.content) }.flatMap(CognitoDevice.init(json:))
        } catch {
            if case .broken = error { return nil }
            throw error
        }
    }
}

extension FlowHandlerFailure {
    /// The failure of a device store, under its code.
    fileprivate init(device failure: SecretStoreFailure) {
        switch failure {
        case .changed: self.init("device-store-unavailable", "another process changes the store")
        case .unavailable(let why), .broken(let why): self.init("device-store-unavailable", why)
        }
    }
}

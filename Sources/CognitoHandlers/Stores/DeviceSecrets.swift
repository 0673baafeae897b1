import FlowCore
package import FlowRuntime

/// The remembered device of each user of a pool, over a ``SecretStore``.
///
/// A user is known by the name that the flow passes, byte for byte. In a flow that leaves `username` as the host gave it,
/// that is what was typed in, an alias as well: it is stored under the alias and found under the alias. Signing in under
/// another name of the same account then registers another device, which the service allows. (The service itself names
/// the account in USERNAME only after the first request, so what is sent with that one cannot be looked up by it.)
package struct DeviceSecrets: Sendable {
    private let store: any SecretStore
    private let scope: SecretScope

    /// The devices of a pool; the app client does not count, since the service knows a device by pool and user.
    package init(_ store: any SecretStore, poolID: String) {
        self.store = store
        scope = SecretScope(kind: "devices", poolID: poolID)
    }

    /// The device that is stored for a user.
    /// - Returns: nil if there is none, and for a damaged entry: the next sign-in registers a device in its place.
    /// - Throws: `device-store-unavailable`.
    package func device(of username: String) throws(FlowHandlerFailure) -> CognitoDevice? {
        do throws(SecretStoreFailure) {
            return try store.entry(key(username)).flatMap { WireValue(json: $0.content) }
                .flatMap(CognitoDevice.init(json:))
        } catch {
            if case .broken = error { return nil }
            throw FlowHandlerFailure(device: error)
        }
    }

    /// Stores a user's device in place of one from before.
    /// - Throws: `device-store-unavailable`; then the device from before is stored.
    package func store(_ device: CognitoDevice, of username: String) throws(FlowHandlerFailure) {
        let bytes = Array(device.jsonText.utf8)
        do throws(SecretStoreFailure) { try store.store(bytes, under: key(username), replacing: .any) } catch {
            throw FlowHandlerFailure(device: error)
        }
    }

    /// Forgets a user's device, if one is stored.
    /// - Throws: `device-store-unavailable`.
    package func forget(_ username: String) throws(FlowHandlerFailure) {
        do throws(SecretStoreFailure) { try store.remove(key(username)) } catch {
            throw FlowHandlerFailure(device: error)
        }
    }

    private func key(_ username: String) -> SecretKey { SecretKey(scope, username) }
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

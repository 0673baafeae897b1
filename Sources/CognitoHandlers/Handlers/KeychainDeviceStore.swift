#if canImport(Security)
    import FlowCore
    public import FlowRuntime
    import Foundation
    import Security

    /// Keeps devices in the keychain of Apple's systems, one generic password for each pool and name (see
    /// ``CognitoDeviceStore``), on this device only and readable once it was unlocked after a start.
    ///
    /// Written from the documentation of the keychain: the systems that this package is built and tested on have none.
    public actor KeychainDeviceStore: CognitoDeviceStore {
        private let service: String
        private let poolID: String

        /// A store in the keychain.
        /// - Parameters:
        ///   - service: the name that the app's entries are found under.
        ///   - poolID: the id of the user pool.
        public init(service: String, poolID: String) {
            self.service = service
            self.poolID = poolID
        }

        /// What is stored for a user.
        /// - Throws: the failure `device-store-unreadable` with the keychain's status, or `device-store-broken`.
        public func device(of username: String) throws(FlowHandlerFailure) -> CognitoDevice? {
            var query = query(username)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else {
                throw FlowHandlerFailure("device-store-unreadable", "status \(status)")
            }
            guard let device = WireValue(json: Array(data)).flatMap(CognitoDevice.init(json:)) else {
                throw FlowHandlerFailure("device-store-broken", "the keychain's entry is not a device")
            }
            return device
        }

        /// Stores a user's device in place of one from before.
        /// - Throws: the failure `device-store-unwritable` with the keychain's status.
        public func store(_ device: CognitoDevice, of username: String) throws(FlowHandlerFailure) {
            let content: [CFString: Any] = [
                kSecValueData: Data(WireValue.object(device.members).jsonText.utf8),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(query(username) as CFDictionary, content as CFDictionary)
            if status == errSecItemNotFound {
                let entry = query(username).merging(content) { $1 }
                status = SecItemAdd(entry as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw unwritable(status) }
        }

        /// Forgets a user's device, if one is stored.
        /// - Throws: the failure `device-store-unwritable` with the keychain's status.
        public func forget(_ username: String) throws(FlowHandlerFailure) {
            let status = SecItemDelete(query(username) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw unwritable(status) }
        }

        private func query(_ username: String) -> [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "\(poolID)/\(username)"]
        }

        private func unwritable(_ status: OSStatus) -> FlowHandlerFailure {
            FlowHandlerFailure("device-store-unwritable", "status \(status)")
        }
    }
#endif

#if canImport(Security)
    import FlowCore
    public import FlowRuntime
    import Foundation
    import Security

    /// Keeps tokens in the keychain of Apple's systems, one generic password for each pool, on this device only and readable
    /// once it was unlocked after a start. A keychain may keep them when the app is deleted.
    ///
    /// Written from the documentation of the keychain: the systems that this package is built and tested on have none.
    public actor KeychainTokenStore: CognitoTokenStore {
        private let service: String
        private let poolID: String

        /// A store in the keychain.
        /// - Parameters:
        ///   - service: the name that the app's entries are found under; it may be that of a ``KeychainDeviceStore``.
        ///   - poolID: the id of the user pool.
        public init(service: String, poolID: String) {
            self.service = service
            self.poolID = poolID
        }

        /// The user who signed in last, and their tokens.
        /// - Throws: the failure `token-store-unreadable` with the keychain's status, or `token-store-broken`.
        public func current() throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)? {
            var wanted = query
            wanted[kSecReturnData] = true
            wanted[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(wanted as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else {
                throw FlowHandlerFailure("token-store-unreadable", "status \(status)")
            }
            guard let json = WireValue(json: Array(data)), let username = json["username"]?.string,
                let tokens = CognitoTokens(json: json)
            else { throw FlowHandlerFailure("token-store-broken", "the keychain's entry is not a sign-in") }
            return (username, tokens)
        }

        /// Stores tokens in place of those from before, whoever's they are.
        /// - Throws: the failure `token-store-broken` if what is there is not a sign-in, and otherwise
        ///   `token-store-unreadable` and `token-store-unwritable` with the keychain's status.
        public func store(_ tokens: CognitoTokens, of username: String) throws(FlowHandlerFailure) {
            // As a damaged file: what is there and cannot be understood is not written over.
            _ = try current()
            let json = WireValue.object([WireMember("username", .string(username))] + tokens.members)
            let content: [CFString: Any] = [
                kSecValueData: Data(json.jsonText.utf8),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(query as CFDictionary, content as CFDictionary)
            if status == errSecItemNotFound {
                let entry = query.merging(content) { $1 }
                status = SecItemAdd(entry as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw unwritable(status) }
        }

        /// Forgets the tokens, if they are there; with a user name only those of this user, byte for byte.
        /// - Throws: as ``store(_:of:)``.
        public func clear(_ username: String?) throws(FlowHandlerFailure) {
            guard let kept = try current() else { return }
            if let username, !kept.username.utf8.elementsEqual(username.utf8) { return }
            let status = SecItemDelete(query as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw unwritable(status) }
        }

        /// The entries of ``KeychainDeviceStore`` have a `/` after the pool's id, which no id has.
        private var query: [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: poolID]
        }

        private func unwritable(_ status: OSStatus) -> FlowHandlerFailure {
            FlowHandlerFailure("token-store-unwritable", "status \(status)")
        }
    }
#endif

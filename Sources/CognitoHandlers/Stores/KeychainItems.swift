#if canImport(Security)
    import Foundation
    import Security

    /// The generic passwords of one service in Apple's keychain (Keychain Services, `kSecClassGenericPassword`).
    ///
    /// All queries use the data protection keychain, which on systems other than macOS is the only one.
    struct KeychainItems: Sendable {
        /// The service name of the items (`kSecAttrService`).
        let service: String
        /// The access group of the items (`kSecAttrAccessGroup`). If it is nil, all groups of the app are searched.
        let accessGroup: String?

        /// Returns the query that matches an account's items, or all items of the service if the account is nil.
        func query(_ account: String? = nil) -> [CFString: Any] {
            var result: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
            ]
            if let account { result[kSecAttrAccount] = account }
            if let accessGroup { result[kSecAttrAccessGroup] = accessGroup }
            return result
        }

        /// Returns the attributes and the data of an account's item, or nil if the account has no item.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``; ``SecretStoreFailure/broken(_:)`` if the item is malformed.
        func item(_ account: String) throws(SecretStoreFailure) -> [String: Any]? {
            var query = query(account)
            query[kSecReturnAttributes] = true
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            guard let match = try matches(query) else { return nil }
            guard let item = match as? [String: Any] else {
                throw .broken("an entry in the keychain has no attributes")
            }
            return item
        }

        /// Returns the accounts that have an item.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``.
        func accounts() throws(SecretStoreFailure) -> [String] {
            var query = query()
            query[kSecReturnAttributes] = true
            query[kSecMatchLimit] = kSecMatchLimitAll
            let items = try matches(query) as? [[String: Any]] ?? []
            return items.compactMap { $0[kSecAttrAccount as String] as? String }
        }

        /// Removes the item of an account, or all items if the account is nil. A missing item is not an error.
        /// - Parameters:
        ///   - account: the account whose item to remove.
        ///   - version: the version of the item to remove. An item with another version remains. If it is nil, items of
        ///     any version are removed.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``.
        func remove(_ account: String? = nil, version: Data? = nil) throws(SecretStoreFailure) {
            var query = query(account)
            if let version { query[kSecAttrGeneric] = version }
            let status = SecItemDelete(query as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw .status(status) }
        }

        /// Returns the items that match a query, in the form that the query requests, or nil if no item matches.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``.
        private func matches(_ query: [CFString: Any]) throws(SecretStoreFailure) -> CFTypeRef? {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess else { throw .status(status) }
            return result
        }
    }

    extension SecretStoreFailure {
        /// Returns the failure for a status of Keychain Services, such as `errSecInteractionNotAllowed` while the
        /// keychain is locked.
        static func status(_ status: OSStatus) -> Self { .unavailable("status \(status)") }
    }
#endif

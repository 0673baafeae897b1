#if canImport(Security)
    import Foundation
    import Security

    /// A store in Apple's keychain, with a generic password per key. The secrets stay on this device and are readable
    /// after the first unlock (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`). The keychain may keep them after
    /// the app is deleted.
    ///
    /// It follows the documentation of Keychain Services, and has been tested only against a stub, because this package
    /// is not tested on Apple's systems. On macOS, an app needs an entitlement for the data protection keychain.
    public final class KeychainSecretStore: SecretStore {
        /// The number of attempts to write an entry that other processes add and remove at the same time.
        private static let attempts = 4

        private let service: String
        private let accessGroup: String?

        /// Creates a store in the keychain.
        /// - Parameters:
        ///   - service: the service name of the app's entries.
        ///   - accessGroup: the access group of the entries (`kSecAttrAccessGroup`). If it is nil, new entries go to
        ///     the app's default access group, and reads search all groups of the app.
        public init(service: String, accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// Reads the entry under a key.
        /// - Returns: nil if there is none.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services;
        ///   ``SecretStoreFailure/broken(_:)`` if the item has no version or no data.
        public func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
            try entry(of: account(key), in: items(key.scope))
        }

        /// Reads the entry of an account.
        /// - Returns: nil if there is none.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``; ``SecretStoreFailure/broken(_:)`` if the item has no
        ///   version or no data.
        private func entry(of account: String, in items: KeychainItems) throws(SecretStoreFailure) -> SecretEntry? {
            guard let item = try items.item(account) else { return nil }
            guard let generic = item[kSecAttrGeneric as String] as? Data, let version = SecretVersion(Array(generic))
            else {
                throw .broken("an entry in the Keychain has no version")
            }
            guard let data = item[kSecValueData as String] as? Data else {
                throw .broken("an entry in the Keychain has no data")
            }
            return SecretEntry(content: Array(data), version: version)
        }

        /// Stores an entry atomically. The query contains the version (`kSecAttrGeneric`), so the keychain compares it.
        /// - Returns: the version of the new entry.
        /// - Throws: ``SecretStoreFailure/changed`` if the stored entry is not the one to be replaced;
        ///   ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services.
        @discardableResult
        public func store(_ content: [UInt8], under key: SecretKey, replacing previous: SecretPrecondition)
            throws(SecretStoreFailure) -> SecretVersion
        {
            let version = SecretVersion()
            let query = items(key.scope).query(account(key))
            let entry = attributes(content, version)
            let status: OSStatus
            switch previous {
            case .any: status = updateOrAdd(entry, query)
            case .absent: status = add(entry, query)
            case .version(let wanted):
                status = update(entry, query.merging([kSecAttrGeneric: Data(wanted.bytes)]) { $1 })
            }
            if status == errSecSuccess { return version }
            if previous != .any, status == errSecItemNotFound || status == errSecDuplicateItem { throw .changed }
            throw .status(status)
        }

        /// Removes an entry.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services.
        public func remove(_ key: SecretKey) throws(SecretStoreFailure) {
            try items(key.scope).remove(account(key))
        }

        /// Removes all entries of a scope.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services.
        public func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
            try items(scope).remove()
        }

        /// Removes the entries of a scope that satisfy a predicate, and damaged ones.
        /// - Returns: the number of removed entries.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services.
        public func removeAll(
            in scope: SecretScope, where shouldRemove: (SecretEntry) -> Bool
        ) throws(SecretStoreFailure) -> Int? {
            let items = items(scope)
            var count = 0
            // Another process may replace or remove an entry after its account was listed.
            for account in try items.accounts() {
                do throws(SecretStoreFailure) {
                    guard let entry = try entry(of: account, in: items), shouldRemove(entry) else { continue }
                    if try items.remove(account, version: Data(entry.version.bytes)) { count += 1 }
                } catch {
                    guard case .broken = error else { throw error }
                    if try items.remove(account) { count += 1 }
                }
            }
            return count
        }

        /// Returns the items of a scope, which have a service name of their own.
        private func items(_ scope: SecretScope) -> KeychainItems {
            KeychainItems(service: "\(service).\(scope.text)", accessGroup: accessGroup)
        }

        /// Returns the account of an entry's item, in hexadecimal, because names are compared as bytes.
        private func account(_ key: SecretKey) -> String { Hex.text(key.name) }

        /// Returns the attributes of the item that stores an entry.
        private func attributes(_ content: [UInt8], _ version: SecretVersion) -> [CFString: Any] {
            [
                kSecValueData: Data(content), kSecAttrGeneric: Data(version.bytes),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
        }

        /// Updates the item that matches a query, and returns the status.
        private func update(_ entry: [CFString: Any], _ query: [CFString: Any]) -> OSStatus {
            SecItemUpdate(query as CFDictionary, entry as CFDictionary)
        }

        /// Adds an item with the attributes of an entry and of a query, and returns the status.
        private func add(_ entry: [CFString: Any], _ query: [CFString: Any]) -> OSStatus {
            SecItemAdd(query.merging(entry) { $1 } as CFDictionary, nil)
        }

        /// Updates an item, or adds it if it is missing. Starts over if another process adds the item in between.
        /// - Returns: the status of the last call.
        private func updateOrAdd(_ entry: [CFString: Any], _ query: [CFString: Any]) -> OSStatus {
            var status = errSecDuplicateItem
            for _ in 0..<Self.attempts where status == errSecDuplicateItem {
                status = update(entry, query)
                if status == errSecItemNotFound { status = add(entry, query) }
            }
            return status
        }
    }

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
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``; ``SecretStoreFailure/broken(_:)`` for a malformed item.
        func item(_ account: String) throws(SecretStoreFailure) -> [String: Any]? {
            var query = query(account)
            query[kSecReturnAttributes] = true
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            guard let match = try matches(query) else { return nil }
            guard let item = match as? [String: Any] else {
                throw .broken("an entry in the Keychain has no attributes")
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
        /// - Returns: whether an item was removed.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)``.
        @discardableResult
        func remove(_ account: String? = nil, version: Data? = nil) throws(SecretStoreFailure) -> Bool {
            var query = query(account)
            if let version { query[kSecAttrGeneric] = version }
            let status = SecItemDelete(query as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw .status(status) }
            return status == errSecSuccess
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
        static func status(_ status: OSStatus) -> Self { .unavailable("the Keychain returned the status \(status)") }
    }

    /// A finder of the sign-in that the AWS SDK for iOS or `AWSMobileClient` left in the keychain.
    package struct LegacyKeychain: LegacySignIns {
        private let items: KeychainItems

        /// Creates a finder for an app's items. Does not access the keychain yet.
        /// - Parameter bundleID: the app's `Bundle.main.bundleIdentifier`, which is part of the SDK's service name.
        package init(bundleID: String) {
            items = KeychainItems(service: "\(bundleID).AWSCognitoIdentityUserPool", accessGroup: nil)
        }

        /// Returns the sign-in of the SDK's current user, or nil if nobody is signed in. Throws the keychain's failure.
        package func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            let contents = try items.contents(withPrefixes: ["\(clientID).", "\(poolID)."])
            return LegacySignIn(legacy: contents, poolID: poolID, clientID: clientID)
        }
    }

    /// A finder of the sign-in that Amplify for Swift left in the keychain.
    package struct AmplifyKeychain: LegacySignIns {
        private let items: KeychainItems

        /// Creates a finder for Amplify's items. Does not access the keychain yet.
        /// - Parameter accessGroup: the access group that Amplify was configured with, which changes its service name.
        package init(accessGroup: String? = nil) {
            let service = "com.amplify.awsCognitoAuthPlugin"
            items = KeychainItems(service: accessGroup == nil ? service : "\(service)Shared", accessGroup: accessGroup)
        }

        /// Returns the sign-in to a pool, or nil if there is none or if it belongs to another app client.
        package func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            let contents = try items.contents(withPrefixes: ["amplify.\(poolID)."])
            return LegacySignIn(amplify: contents, poolID: poolID, clientID: clientID)
        }
    }

    extension KeychainItems {
        /// Returns the contents of the items whose accounts have one of the prefixes, compared by bytes. Items without
        /// data are skipped. Throws the keychain's failure.
        fileprivate func contents(withPrefixes prefixes: [String]) throws(SecretStoreFailure) -> LegacyItems {
            var result = LegacyItems()
            for account in try accounts() where prefixes.contains(where: { account.utf8.starts(with: $0.utf8) }) {
                let data = try item(account)?[kSecValueData as String] as? Data
                result[account] = data.map { Array($0) }
            }
            return result
        }
    }
#endif

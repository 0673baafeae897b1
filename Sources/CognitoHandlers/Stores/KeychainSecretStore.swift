#if canImport(Security)
    import Foundation
    import Security

    /// Keeps secrets in the key chain of Apple's systems, one generic password for each key, on this device only and readable
    /// once it was unlocked after a start (`kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`). The key chain may keep them when
    /// the app is deleted.
    ///
    /// Written from the documentation of Keychain Services, and tested against a stub of it: the systems that this package is
    /// tested on have no key chain. A macOS app needs an entitlement for the data protection key chain.
    public final class KeychainSecretStore: SecretStore {
        /// How often a write is tried again when other processes add and remove the entry meanwhile.
        private static let attempts = 4

        private let service: String
        private let accessGroup: String?

        /// A store in the key chain.
        /// - Parameters:
        ///   - service: the name that the app's entries are found under.
        ///   - accessGroup: the group of apps that share the entries (`kSecAttrAccessGroup`). Without it entries are written to the
        ///     app's own group.
        public init(service: String, accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// The entry under a key.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services;
        ///   ``SecretStoreFailure/broken(_:)`` if the item has no version or no data.
        public func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
            try entry(account(key), items(key.scope))
        }

        private func entry(_ account: String, _ items: KeychainItems) throws(SecretStoreFailure) -> SecretEntry? {
            guard let item = try items.item(account) else { return nil }
            guard let generic = item[kSecAttrGeneric as String] as? Data, let version = SecretVersion(Array(generic))
            else {
                throw .broken("an entry of the key chain has no version")
            }
            guard let data = item[kSecValueData as String] as? Data else {
                throw .broken("an entry of the key chain has no data")
            }
            return SecretEntry(content: Array(data), version: version)
        }

        /// Stores an entry. The key chain itself compares the version, as a part of the query (`kSecAttrGeneric`).
        /// - Throws: ``SecretStoreFailure/changed``; ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services.
        @discardableResult
        public func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
            throws(SecretStoreFailure) -> SecretVersion
        {
            let version = SecretVersion()
            let query = items(key.scope).query(account(key))
            let entry = attributes(content, version)
            let status: OSStatus
            switch former {
            case .any: status = put(entry, query)
            case .absent: status = add(entry, query)
            case .version(let wanted):
                status = update(entry, query.merging([kSecAttrGeneric: Data(wanted.bytes)]) { $1 })
            }
            if status == errSecSuccess { return version }
            if former != .any, status == errSecItemNotFound || status == errSecDuplicateItem { throw .changed }
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

        /// Removes those entries of a scope that a test selects, and the damaged ones.
        /// - Throws: ``SecretStoreFailure/unavailable(_:)`` with the status of Keychain Services.
        public func removeAll(in scope: SecretScope, where isOver: (SecretEntry) -> Bool) throws(SecretStoreFailure)
            -> Int?
        {
            let items = items(scope)
            var count = 0
            for account in try items.accounts() {
                do throws(SecretStoreFailure) {
                    guard let entry = try entry(account, items), isOver(entry) else { continue }
                    try items.remove(account, version: Data(entry.version.bytes))
                } catch {
                    guard case .broken = error else { throw error }
                    try items.remove(account)
                }
                count += 1
            }
            return count
        }

        private func items(_ scope: SecretScope) -> KeychainItems {
            KeychainItems(service: "\(service).\(scope.text)", accessGroup: accessGroup)
        }

        private func account(_ key: SecretKey) -> String { Hex.text(key.name) }

        private func attributes(_ content: [UInt8], _ version: SecretVersion) -> [CFString: Any] {
            [
                kSecValueData: Data(content), kSecAttrGeneric: Data(version.bytes),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
        }

        private func update(_ entry: [CFString: Any], _ query: [CFString: Any]) -> OSStatus {
            SecItemUpdate(query as CFDictionary, entry as CFDictionary)
        }

        private func add(_ entry: [CFString: Any], _ query: [CFString: Any]) -> OSStatus {
            SecItemAdd(query.merging(entry) { $1 } as CFDictionary, nil)
        }

        /// Replaces an item or adds it, whichever works.
        private func put(_ entry: [CFString: Any], _ query: [CFString: Any]) -> OSStatus {
            var status = errSecDuplicateItem
            for _ in 0..<Self.attempts where status == errSecDuplicateItem {
                status = update(entry, query)
                if status == errSecItemNotFound { status = add(entry, query) }
            }
            return status
        }
    }
#endif

/// The import of the sign-in that an SDK left on the device. The SDK's own items are not changed.
struct LegacyImport: Sendable {
    let store: any SecretStore
    /// The scope of the app client's tokens.
    let tokens: SecretScope
    /// The SDKs whose sign-ins are imported, in this order.
    let sources: [any LegacySignIns]

    /// Imports the first sign-in that is not marked as imported, unless the store has the name of a last user.
    /// - Throws: the store's failure. The next call of this method tries again.
    func run() throws(SecretStoreFailure) {
        let lastUser = TokenSlot.lastUser.key(in: tokens)
        guard !sources.isEmpty, try !hasEntry(under: lastUser) else { return }
        for signIn in try legacySignIns() where try !hasEntry(under: markKey(of: signIn.username)) {
            try storeDevices(of: signIn)
            let importedTokens = CognitoTokens(
                accessToken: signIn.accessToken, idToken: signIn.idToken, refreshToken: signIn.refreshToken)
            let key = TokenSlot.tokens(of: signIn.username).key(in: tokens)
            // The user's name is written last: if the process is killed before that, the import runs again.
            try storeUnlessReadable(TokenRecord(importedTokens).bytes, under: key)
            try store.store(Array(signIn.username.utf8), under: lastUser, replacing: .any)
            if try !hasEntry(under: markKey(of: signIn.username)) { return }
            // Another process signed the user out during the import.
            try store.remove(lastUser)
            try store.remove(key)
        }
    }

    /// Stores the devices of an SDK's sign-in, except for users with a readable device. Throws the store's failure.
    private func storeDevices(of signIn: LegacySignIn) throws(SecretStoreFailure) {
        for remembered in signIn.devices {
            let key = SecretKey(SecretScope(kind: "devices", poolID: tokens.poolID), remembered.username)
            let nameKey = DeviceSecrets.nameKey(ofDevice: remembered.device.key, poolID: tokens.poolID)
            try storeUnlessReadable(key.name, under: nameKey)
            try storeUnlessReadable(Array(remembered.device.jsonText.utf8), under: key)
        }
    }

    /// Marks the sign-in of a user, or all sign-ins, as imported, so that they are not imported again.
    ///
    /// When a user signs out, call this method before you remove the tokens. If the process is killed in between, the
    /// user remains signed in.
    /// - Parameter username: the user whose sign-in to mark, or nil for all users.
    /// - Throws: the store's failure.
    func markAsImported(_ username: String? = nil) throws(SecretStoreFailure) {
        for signIn in try legacySignIns() {
            // Names are compared as bytes, because Swift's `==` treats é and e´ as equal.
            if let username, !username.utf8.elementsEqual(signIn.username.utf8) { continue }
            // Only the existence of the mark matters, not its content.
            try store.store([1], under: markKey(of: signIn.username), replacing: .any)
        }
    }

    /// Returns the key under which a user's sign-in is marked as imported.
    ///
    /// The key has its own scope, because a sign-out removes all entries in the scope of the tokens.
    private func markKey(of username: String) -> SecretKey {
        SecretKey(SecretScope(kind: "imported", poolID: tokens.poolID, clientID: tokens.clientID), username)
    }

    /// Returns the sign-ins that the SDKs left. Damaged ones are skipped.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if an SDK's store cannot be read now.
    private func legacySignIns() throws(SecretStoreFailure) -> [LegacySignIn] {
        var signIns: [LegacySignIn] = []
        for source in sources {
            do throws(SecretStoreFailure) {
                let signIn = try source.find(poolID: tokens.poolID, clientID: tokens.clientID)
                if let signIn { signIns.append(signIn) }
            } catch {
                guard case .broken = error else { throw error }
            }
        }
        return signIns
    }

    /// Returns whether there is an entry under a key, even a damaged one.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the store cannot be read now.
    private func hasEntry(under key: SecretKey) throws(SecretStoreFailure) -> Bool {
        do throws(SecretStoreFailure) {
            return try store.entry(key) != nil
        } catch {
            guard case .broken = error else { throw error }
            return true
        }
    }

    /// Stores an entry, unless there is already a readable entry under the key. A damaged entry is replaced if the
    /// store reports it as broken; the Keychain does not read an entry before a write.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the store cannot be read or written now.
    private func storeUnlessReadable(_ content: [UInt8], under key: SecretKey) throws(SecretStoreFailure) {
        do throws(SecretStoreFailure) {
            try store.store(content, under: key, replacing: .absent)
        } catch {
            switch error {
            case .changed: break
            case .broken: try store.store(content, under: key, replacing: .any)
            case .unavailable: throw error
            }
        }
    }
}

extension TokenSlot {
    /// The user whose tokens the slot holds, or nil for the slot of the last user's name.
    var username: String? {
        guard case .tokens(let name) = self else { return nil }
        return name
    }

    /// Returns the key of the slot. The prefix `u` distinguishes a user's key from the key of the last user's name.
    func key(in scope: SecretScope) -> SecretKey {
        switch self {
        case .lastUser: SecretKey(scope, "last")
        case .tokens(let name): SecretKey(scope, "u" + name)
        }
    }
}

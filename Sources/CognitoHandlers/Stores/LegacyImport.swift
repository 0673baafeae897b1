/// Imports the sign-in that an SDK left on the device. The SDK's own items are not changed.
struct LegacyImport: Sendable {
    let store: any SecretStore
    let tokens: SecretScope
    let former: [any LegacySignIns]

    /// Imports the sign-in, unless a user is signed in. It also skips a user who has signed out since.
    /// - Throws: the store's failure. The next call tries again.
    func run() throws(SecretStoreFailure) {
        guard !former.isEmpty, try isEmpty(TokenSlot.lastUser.key(in: tokens)) else { return }
        for found in try left() where try isEmpty(mark(of: found.username)) {
            for one in found.devices {
                let key = SecretKey(SecretScope(kind: "devices", poolID: tokens.poolID), one.username)
                try keep(Array(one.device.jsonText.utf8), key)
            }
            let given = CognitoTokens(
                accessToken: found.accessToken, idToken: found.idToken, refreshToken: found.refreshToken)
            let (name, key) = (TokenSlot.lastUser.key(in: tokens), TokenSlot.tokens(of: found.username).key(in: tokens))
            // The name is written last: if the process is killed before, the import runs again.
            try keep(TokenRecord(given).bytes, key)
            try store.store(Array(found.username.utf8), under: name, replacing: .any)
            if try isEmpty(mark(of: found.username)) { return }
            // Another process has meanwhile signed the user out.
            try store.remove(name)
            try store.remove(key)
        }
    }

    /// Marks the sign-ins of a user, or of all users, as imported. They are not imported again.
    ///
    /// The mark is written before the tokens are removed: if the process is killed in between, the user remains signed
    /// in.
    func mark(_ username: String? = nil) throws(SecretStoreFailure) {
        for found in try left() where username.map({ $0.utf8.elementsEqual(found.username.utf8) }) ?? true {
            try store.store([1], under: mark(of: found.username), replacing: .any)
        }
    }

    /// Returns the key of a user's mark. It has its own scope, since a sign-out removes the scope of the tokens.
    private func mark(of username: String) -> SecretKey {
        SecretKey(SecretScope(kind: "imported", poolID: tokens.poolID, clientID: tokens.clientID), username)
    }

    /// Returns the sign-ins that the SDKs left. Damaged ones are skipped.
    private func left() throws(SecretStoreFailure) -> [LegacySignIn] {
        var left: [LegacySignIn] = []
        for former in former {
            do throws(SecretStoreFailure) {
                if let found = try former.find(poolID: tokens.poolID, clientID: tokens.clientID) { left.append(found) }
            } catch {
                guard case .broken = error else { throw error }
            }
        }
        return left
    }

    /// Returns whether there is no entry. A damaged one counts as an entry.
    private func isEmpty(_ key: SecretKey) throws(SecretStoreFailure) -> Bool {
        do throws(SecretStoreFailure) { return try store.entry(key) == nil } catch {
            guard case .broken = error else { throw error }
            return false
        }
    }

    /// Stores an entry, unless there is a readable one.
    private func keep(_ content: [UInt8], _ key: SecretKey) throws(SecretStoreFailure) {
        do throws(SecretStoreFailure) { try store.store(content, under: key, replacing: .absent) } catch {
            switch error {
            case .changed: break
            case .broken: try store.store(content, under: key, replacing: .any)
            case .unavailable: throw error
            }
        }
    }
}

extension TokenSlot {
    /// The user whose tokens the slot holds.
    var username: String? {
        guard case .tokens(let name) = self else { return nil }
        return name
    }

    /// Returns the key of the slot. The last user's name cannot collide with a user's, which is prefixed with `u`.
    func key(in scope: SecretScope) -> SecretKey {
        switch self {
        case .lastUser: SecretKey(scope, "last")
        case .tokens(let name): SecretKey(scope, "u" + name)
        }
    }
}

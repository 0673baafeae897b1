/// Imports the sign-in that an SDK left on the device. The SDK's own items stay as they are.
struct LegacyImport: Sendable {
    let store: any SecretStore
    let tokens: SecretScope
    let former: [any LegacySignIns]

    /// Copies the sign-in, unless somebody is signed in or its user has signed out since.
    /// - Throws: why it could not be done; the next call tries again.
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
            // The name last: a process that is killed before does it again.
            try keep(TokenRecord(given).bytes, key)
            try store.store(Array(found.username.utf8), under: name, replacing: .any)
            if try isEmpty(mark(of: found.username)) { return }
            // Another process has signed the user out meanwhile.
            try store.remove(name)
            try store.remove(key)
        }
    }

    /// Marks what the SDKs left of a user, or of all users, as taken over, so that it does not come back.
    ///
    /// The mark comes before the removal: a process that is killed in between leaves the user signed in.
    func mark(_ username: String? = nil) throws(SecretStoreFailure) {
        for found in try left() where username.map({ $0.utf8.elementsEqual(found.username.utf8) }) ?? true {
            try store.store([1], under: mark(of: found.username), replacing: .any)
        }
    }

    /// In a scope of its own: a sign-out empties that of the tokens.
    private func mark(of username: String) -> SecretKey {
        SecretKey(SecretScope(kind: "imported", poolID: tokens.poolID, clientID: tokens.clientID), username)
    }

    /// The sign-ins that the SDKs left. A damaged one is none.
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

    /// Whether there is no entry; a damaged one is one.
    private func isEmpty(_ key: SecretKey) throws(SecretStoreFailure) -> Bool {
        do throws(SecretStoreFailure) { return try store.entry(key) == nil } catch {
            guard case .broken = error else { throw error }
            return false
        }
    }

    /// Stores an entry unless there is one that can be read.
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
    /// The user whose tokens it holds.
    var username: String? {
        guard case .tokens(let name) = self else { return nil }
        return name
    }

    /// Where the slot is stored. The last user's has a name that no user's has: theirs begin with `u`.
    func key(in scope: SecretScope) -> SecretKey {
        switch self {
        case .lastUser: SecretKey(scope, "last")
        case .tokens(let name): SecretKey(scope, "u" + name)
        }
    }
}

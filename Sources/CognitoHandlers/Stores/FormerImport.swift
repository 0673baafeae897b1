/// Takes over, once, the sign-in that an SDK left on the device.
struct FormerImport: Sendable {
    let store: any SecretStore
    let tokens: SecretScope
    let former: [any FormerSignIns]

    /// Marks that it was done: what is signed out later must not come back.
    private var mark: SecretKey {
        // In a scope of its own: a sign-out empties that of the tokens.
        SecretKey(SecretScope(kind: "imported", poolID: tokens.poolID, clientID: tokens.clientID), "sdk")
    }

    /// Takes the sign-in over, unless that was done before or somebody has signed in. The SDK's items go last: a process that is killed
    /// meanwhile does it again.
    /// - Throws: why it could not be done; the next call tries again.
    func run() throws(SecretStoreFailure) {
        // A damaged mark is one: it must lock nobody out.
        guard !former.isEmpty, try isEmpty(mark) else { return }
        let devices = SecretScope(kind: "devices", poolID: tokens.poolID)
        for former in former {
            guard let found = try former.find(poolID: tokens.poolID, clientID: tokens.clientID) else { continue }
            for one in found.devices {
                try keep(Array(one.device.jsonText.utf8), SecretKey(devices, one.username))
            }
            let given = CognitoTokens(
                accessToken: found.accessToken, idToken: found.idToken, refreshToken: found.refreshToken)
            if try isEmpty(TokenSlot.lastUser.key(in: tokens)) {
                let key = TokenSlot.tokens(of: found.username).key(in: tokens)
                try store.store(TokenRecord(given).bytes, under: key, replacing: .any)
                try store.store(Array(found.username.utf8), under: TokenSlot.lastUser.key(in: tokens), replacing: .any)
            }
            try former.remove(poolID: tokens.poolID, clientID: tokens.clientID)
        }
        try store.store([1], under: mark, replacing: .any)
    }

    private func isEmpty(_ key: SecretKey) throws(SecretStoreFailure) -> Bool {
        do throws(SecretStoreFailure) { return try store.entry(key) == nil } catch {
            guard case .broken = error else { throw error }
            return false
        }
    }

    /// Stores an entry unless there is one.
    private func keep(_ content: [UInt8], _ key: SecretKey) throws(SecretStoreFailure) {
        do throws(SecretStoreFailure) { try store.store(content, under: key, replacing: .absent) } catch {
            guard error == .changed else { throw error }
        }
    }
}

extension TokenSlot {
    /// Where the slot is stored. The last user's has a name that no user's has: theirs begin with `u`.
    func key(in scope: SecretScope) -> SecretKey {
        switch self {
        case .lastUser: SecretKey(scope, "last")
        case .tokens(let name): SecretKey(scope, "u" + name)
        }
    }
}

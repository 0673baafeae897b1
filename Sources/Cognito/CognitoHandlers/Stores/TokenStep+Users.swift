extension TokenStep {
    /// How often to try an operation if other processes change the entry. Each change is progress of another process.
    static let attempts = 16

    /// Returns the operation that reads a user's tokens. A nil name stands for the user who signed in last.
    package static func current(of username: String?) -> TokenStep {
        withUser(username) { name in
            withRecord(of: name) { _, record, _ in .end(record.map { .tokens($0.tokens, of: name) } ?? .nobody) }
        }
    }

    /// Returns the operation that stores the tokens of a user who has signed in. They replace even a damaged entry.
    /// - Parameters:
    ///   - tokens: the tokens that the service has issued. Without a refresh token, the existing one remains.
    ///   - username: the user who has signed in.
    ///   - isAlone: whether at most one user is signed in at a time. The tokens of all other users are then removed.
    ///   - generation: the value of ``TokenCacheState/generation`` when the tokens were requested. A user who has
    ///     signed out since is not signed in again. If the session was dropped since, only the refresh token is stored.
    ///     If the value is nil, neither is checked.
    /// - Returns: the first step of the operation.
    package static func signIn(
        _ tokens: CognitoTokens, of username: String, isAlone: Bool, since generation: Int?
    ) -> TokenStep {
        .call(.read(.tokens(of: username))) { state, answer in
            let key = Array(username.utf8)
            if let generation, state.hasSignedOut(key, since: generation) { return .end(.superseded) }
            var refreshToken = tokens.refreshToken
            switch answer {
            case .tokens(let previous, _): refreshToken = refreshToken ?? previous.tokens.refreshToken
            case .failed(.unavailable(let why)): return .end(.failed(.unavailable(why)))
            // A missing or damaged entry is replaced.
            case .failed, .done, .lastUser: break
            }
            let signedIn = TokenRecord(
                CognitoTokens(accessToken: tokens.accessToken, idToken: tokens.idToken, refreshToken: refreshToken))
            var isDropped = false
            if let generation, let droppedAt = state.droppedAt[key] { isDropped = droppedAt > generation }
            let record = isDropped ? signedIn.withoutSession : signedIn
            guard isAlone else { return store(record, of: username) }
            return .call(.removeAll) { _, answer in
                answer.failure.map { .end(.failed($0)) } ?? store(record, of: username)
            }
        }
    }

    /// Returns the operation that stores a user as the one who signed in last, and then the user's tokens.
    ///
    /// If the process is killed in between, only the name is stored. The other order could leave tokens without a user.
    private static func store(_ record: TokenRecord, of username: String) -> TokenStep {
        .call(.storeLastUser(username)) { _, answer in
            if let failure = answer.failure { return .end(.failed(failure)) }
            return .call(.store(record, of: username, replacing: .any)) { state, answer in
                if let failure = answer.failure { return .end(.failed(failure)) }
                state.forget(Array(username.utf8))
                return .end(.done)
            }
        }
    }

    /// Returns the operation that signs a user out. Removes even damaged tokens, because it does not read them.
    /// - Parameters:
    ///   - username: the user to sign out. If it is nil, the user who signed in last is signed out, or all users if
    ///     `isAlone` is true.
    ///   - isAlone: whether at most one user is signed in at a time.
    /// - Returns: the first step of the operation.
    package static func signOut(_ username: String?, isAlone: Bool) -> TokenStep {
        if username == nil, isAlone { return signOutAll }
        return withUser(username) { name in
            .call(.remove(.tokens(of: name))) { state, answer in
                if let failure = answer.failure { return .end(.failed(failure)) }
                state.recordSignOut(of: Array(name.utf8))
                return .end(.done)
            }
        }
    }

    /// The operation that signs all users out, and removes the name of the user who signed in last.
    package static var signOutAll: TokenStep {
        .call(.removeAll) { state, answer in
            if let failure = answer.failure { return .end(.failed(failure)) }
            state.recordSignOut(of: nil)
            return .end(.done)
        }
    }

    /// The operation that reads the name of the user who signed in last.
    package static var lastUser: TokenStep {
        .call(.read(.lastUser)) { _, answer in
            switch answer {
            case .lastUser(let name): .end(.user(name))
            case .failed(let failure): .end(.failed(failure))
            case .done, .tokens: .end(.nobody)
            }
        }
    }

    /// The operation that removes the name of the user who signed in last. Their tokens remain.
    package static var forgetLastUser: TokenStep {
        .call(.remove(.lastUser)) { _, answer in .end(answer.failure.map { .failed($0) } ?? .done) }
    }

    /// Returns the operation that removes a user's access token and id token.
    ///
    /// The next call that needs these tokens then refreshes them. If the user has no refresh token, both remain.
    /// - Parameters:
    ///   - username: the user, or nil for the user who signed in last.
    ///   - attempts: how often to try if other processes change the entry.
    /// - Returns: the first step of the operation.
    package static func dropSession(of username: String?, attempts: Int = attempts) -> TokenStep {
        withUser(username) { name in
            withRecord(of: name) { state, record, version in
                state.recordDroppedSession(of: Array(name.utf8))
                guard let record, record.tokens.refreshToken != nil else { return .end(.done) }
                var dropped = record.withoutSession
                dropped.isDroppedSince = dropped.lease != nil
                return .call(.store(dropped, of: name, replacing: version)) { _, answer in
                    if answer.failure == .changed, attempts > 1 {
                        return dropSession(of: name, attempts: attempts - 1)
                    }
                    return .end(answer.failure.map { .failed($0) } ?? .done)
                }
            }
        }
    }

    /// Returns the operation that `then` creates for a user. A nil name stands for the user who signed in last.
    ///
    /// The operation ends with `nobody` if the name is nil and nobody has signed in.
    static func withUser(_ username: String?, _ then: @escaping @Sendable (String) -> TokenStep) -> TokenStep {
        if let username { return then(username) }
        return .call(.read(.lastUser)) { _, answer in
            switch answer {
            case .lastUser(let name): then(name)
            case .failed(let failure): .end(.failed(failure))
            case .done, .tokens: .end(.nobody)
            }
        }
    }

    /// Returns the operation that reads a user's tokens and then continues with the operation that `then` creates.
    ///
    /// `then` receives the cache's state, the tokens, or nil if there are none, and the precondition for replacing
    /// exactly these tokens.
    static func withRecord(
        of name: String,
        _ then: @escaping @Sendable (inout TokenCacheState, TokenRecord?, SecretPrecondition) -> TokenStep
    ) -> TokenStep {
        .call(.read(.tokens(of: name))) { state, answer in
            switch answer {
            case .tokens(let record, let version): then(&state, record, .version(version))
            case .failed(let failure): .end(.failed(failure))
            case .done, .lastUser: then(&state, nil, .absent)
            }
        }
    }
}

extension TokenStoreAnswer {
    /// Why the call failed, or nil if it succeeded.
    var failure: SecretStoreFailure? {
        guard case .failed(let failure) = self else { return nil }
        return failure
    }
}

extension TokenRecord {
    /// The record without its access and id token. The access token is then an empty text.
    var withoutSession: TokenRecord {
        var record = self
        record.tokens = CognitoTokens(accessToken: "", refreshToken: tokens.refreshToken)
        return record
    }
}

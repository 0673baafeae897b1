extension TokenStep {
    /// How often an operation begins anew because another process was faster. Each time that process has got on.
    static let attempts = 16

    /// The user who signed in last, and their tokens.
    package static func current(of username: String?) -> TokenStep {
        named(username) { name in
            read(name) { _, record, _ in .end(record.map { .tokens($0.tokens, of: name) } ?? .nobody) }
        }
    }

    /// Signs a user in over whatever is stored.
    /// - Parameters:
    ///   - tokens: their tokens; without a refresh token the one from before stays.
    ///   - username: the user.
    ///   - isAlone: whether one user is signed in at a time.
    ///   - since: the number of sign-outs when the tokens were asked for: who has signed out since is not signed in again, and of who
    ///     has dropped the session since the refresh token alone is stored.
    /// - Returns: the first step.
    package static func signIn(
        _ tokens: CognitoTokens, of username: String, isAlone: Bool, since: Int?
    ) -> TokenStep {
        .call(.read(.tokens(of: username))) { state, answer in
            let key = Array(username.utf8)
            if let since, state.hasSignedOut(key, since: since) { return .end(.superseded) }
            var refreshToken = tokens.refreshToken
            switch answer {
            case .tokens(let former, _): refreshToken = refreshToken ?? former.tokens.refreshToken
            case .failed(.unavailable(let why)): return .end(.failed(.unavailable(why)))
            case .failed, .done, .lastUser: break
            }
            let whole = TokenRecord(
                CognitoTokens(accessToken: tokens.accessToken, idToken: tokens.idToken, refreshToken: refreshToken))
            let isDropped = since.map { state.droppedAt[key] ?? 0 > $0 } ?? false
            let record = isDropped ? whole.withoutSession : whole
            guard isAlone else { return enter(record, username) }
            return .call(.removeAll) { _, answer in
                answer.failure.map { .end(.failed($0)) } ?? enter(record, username)
            }
        }
    }

    /// The name first: a process that is killed in between leaves nobody signed in, and no tokens that nobody finds.
    private static func enter(_ record: TokenRecord, _ username: String) -> TokenStep {
        .call(.storeLastUser(username)) { _, answer in
            if let failure = answer.failure { return .end(.failed(failure)) }
            return .call(.store(record, of: username, replacing: .any)) { state, answer in
                if let failure = answer.failure { return .end(.failed(failure)) }
                state.forget(Array(username.utf8))
                return .end(.done)
            }
        }
    }

    /// Signs a user out, or who signed in last; with no name in an app of one user at a time, whoever is there. Nothing of what is
    /// stored is read but the name.
    package static func signOut(_ username: String?, isAlone: Bool) -> TokenStep {
        if username == nil, isAlone { return signOutAll }
        return named(username) { name in
            .call(.remove(.tokens(of: name))) { state, answer in
                if let failure = answer.failure { return .end(.failed(failure)) }
                state.signedOut(Array(name.utf8))
                return .end(.done)
            }
        }
    }

    /// Signs every user out, and forgets who signed in last.
    package static var signOutAll: TokenStep {
        .call(.removeAll) { state, answer in
            if let failure = answer.failure { return .end(.failed(failure)) }
            state.signedOut(nil)
            return .end(.done)
        }
    }

    /// The name of who signed in last.
    package static var lastUser: TokenStep {
        .call(.read(.lastUser)) { _, answer in
            switch answer {
            case .lastUser(let name): .end(.user(name))
            case .failed(let failure): .end(.failed(failure))
            case .done, .tokens: .end(.nobody)
            }
        }
    }

    /// Forgets who signed in last; their tokens stay.
    package static var forgetLastUser: TokenStep {
        .call(.remove(.lastUser)) { _, answer in .end(answer.failure.map { .failed($0) } ?? .done) }
    }

    /// Drops the access and id token of a user, or of who signed in last, so that they are refreshed.
    package static func dropSession(of username: String?, attempts: Int = attempts) -> TokenStep {
        named(username) { name in
            read(name) { state, record, version in
                state.dropped(Array(name.utf8))
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

    /// Goes on with a name: the one given, or that of who signed in last.
    static func named(_ username: String?, _ then: @escaping @Sendable (String) -> TokenStep) -> TokenStep {
        if let username { return then(username) }
        return .call(.read(.lastUser)) { _, answer in
            switch answer {
            case .lastUser(let name): then(name)
            case .failed(let failure): .end(.failed(failure))
            case .done, .tokens: .end(.nobody)
            }
        }
    }

    /// Goes on with the tokens of a user, if there are any, and the precondition under which these and no others are replaced.
    static func read(
        _ name: String,
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
    /// Why the call failed, if it did.
    var failure: SecretStoreFailure? {
        guard case .failed(let failure) = self else { return nil }
        return failure
    }
}

extension TokenRecord {
    /// The refresh token alone: an access token that was dropped is stored as an empty one.
    var withoutSession: TokenRecord {
        var record = self
        record.tokens = CognitoTokens(accessToken: "", refreshToken: tokens.refreshToken)
        return record
    }
}

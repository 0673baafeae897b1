/// The result of a refresh.
package enum TokenRefresh: Sendable, Hashable {
    /// Fresh tokens; without a refresh token the one from before stays.
    case tokens(CognitoTokens)
    /// The refresh token is no longer accepted.
    case refused
    /// The service could not be asked.
    case failed
}

extension TokenStep {
    /// Seconds for which a refresh has the tokens for itself: longer than the two requests take that it may send, a minute each.
    static let leaseSeconds: Int64 = 130

    /// Looks at the tokens of who signed in last, or of a user, and takes the right to refresh them where they need it.
    ///
    /// The right is stored before the service is asked: a store that takes nothing is noticed before a refresh token is used up.
    /// - Parameters:
    ///   - username: the user.
    ///   - anew: whether tokens that are still good are refreshed, too.
    ///   - id: names this refresh; no other has the same.
    ///   - now: seconds since 1970, once the lease is read: another process may have taken one while the store was waited for.
    ///   - attempts: how often it begins anew where another process was faster.
    ///   - areGood: whether tokens can be used as they are.
    /// - Returns: the first step.
    package static func beginRefresh(
        of username: String?, anew: Bool, id: String, now: @escaping @Sendable @autoclosure () -> Int64,
        attempts: Int = attempts, areGood: @escaping @Sendable (CognitoTokens) -> Bool
    ) -> TokenStep {
        named(username) { name in
            read(name) { state, record, version in
                let key = Array(name.utf8)
                if let unsaved = state.unsaved[key] {
                    return endRefresh(of: name, unsaved.lease, .tokens(unsaved.tokens))
                }
                guard let record else { return .end(.nobody) }
                if !anew, areGood(record.tokens) { return .end(.tokens(record.tokens, of: name)) }
                guard record.tokens.refreshToken != nil else { return .end(.expired(name)) }
                if let running = state.refreshing[key] { return .end(.join(running)) }
                let time = now()
                if let lease = record.lease, lease.isHeld(at: time) { return .end(.wait) }
                var leased = record
                leased.lease = TokenRecord.Lease(id: id, until: time + leaseSeconds)
                leased.isDroppedSince = false
                return .call(.store(leased, of: name, replacing: version)) { state, answer in
                    guard let failure = answer.failure else {
                        state.refreshing[key] = id
                        return .end(.lease(id, record.tokens, of: name))
                    }
                    guard failure == .changed, attempts > 1 else { return .end(.failed(failure)) }
                    return beginRefresh(
                        of: name, anew: anew, id: id, now: now(), attempts: attempts - 1, areGood: areGood)
                }
            }
        }
    }

    /// Stores what a refresh came to, unless somebody signed in or out meanwhile.
    package static func endRefresh(
        of name: String, _ id: String, _ refresh: TokenRefresh, attempts: Int = attempts
    ) -> TokenStep {
        .call(.read(.tokens(of: name))) { state, answer in
            let key = Array(name.utf8)
            if case .failed(let failure) = answer { return fail(failure, refresh, id, key, &state) }
            guard case .tokens(let record, let version) = answer, record.lease?.id == id else {
                state.end(key, id)
                return .end(.superseded)
            }
            let next = record.refreshed(by: refresh)
            return .call(.store(next, of: name, replacing: .version(version))) { state, answer in
                if answer.failure == .changed, attempts > 1 {
                    return endRefresh(of: name, id, refresh, attempts: attempts - 1)
                }
                if let failure = answer.failure { return fail(failure, refresh, id, key, &state) }
                state.end(key, id)
                if refresh == .refused { state.refused.insert(key) }
                return .end(record.result(of: refresh, next, name))
            }
        }
    }

    /// The store failed: fresh tokens wait for it, since the refresh token from before may be used up. Of a refresh without tokens
    /// there is nothing to store but that the lease has ended, which it does by itself.
    private static func fail(
        _ failure: SecretStoreFailure, _ refresh: TokenRefresh, _ id: String, _ key: [UInt8],
        _ state: inout TokenCacheState
    ) -> TokenStep {
        let isOurs = state.refreshing[key] == id || state.unsaved[key]?.lease == id
        if case .tokens(let tokens) = refresh, isOurs {
            state.unsaved[key] = TokenCacheState.Unsaved(tokens: tokens, lease: id)
        }
        if state.refreshing[key] == id { state.refreshing[key] = nil }
        return .end(.failed(failure))
    }
}

extension TokenRecord.Lease {
    /// Whether its owner may still be at work. One that ends later than any that is given now is of a clock that was set back.
    func isHeld(at now: Int64) -> Bool { until > now && until <= now + TokenStep.leaseSeconds }
}

extension TokenRecord {
    /// The record after a refresh, without the lease.
    fileprivate func refreshed(by refresh: TokenRefresh) -> TokenRecord {
        var next = self
        next.lease = nil
        next.isDroppedSince = false
        guard case .tokens(let fresh) = refresh else { return next }
        next.tokens = CognitoTokens(
            accessToken: fresh.accessToken, idToken: fresh.idToken,
            refreshToken: fresh.refreshToken ?? tokens.refreshToken)
        return isDroppedSince ? next.withoutSession : next
    }

    fileprivate func result(of refresh: TokenRefresh, _ next: TokenRecord, _ name: String) -> TokenResult {
        switch refresh {
        case .tokens: isDroppedSince ? .superseded : .tokens(next.tokens, of: name)
        case .refused: .expired(name)
        case .failed: .done
        }
    }
}

extension TokenCacheState {
    /// Ends a refresh of this process.
    fileprivate mutating func end(_ key: [UInt8], _ id: String) {
        if refreshing[key] == id { refreshing[key] = nil }
        if unsaved[key]?.lease == id { unsaved[key] = nil }
    }
}

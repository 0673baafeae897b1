/// The result of requesting new tokens with a refresh token.
package enum TokenRefresh: Sendable, Hashable {
    /// New tokens. If they have no refresh token, the existing one remains.
    case tokens(CognitoTokens)
    /// The service rejected the refresh token.
    case refused
    case failed
}

extension TokenStep {
    /// The lifetime of a refresh lease in seconds: longer than the two requests that a refresh may send, of up to a
    /// minute each.
    private static let leaseSeconds: Int64 = 130

    /// Returns when a lease that is acquired at `time` expires, in seconds since 1970. The host's clock may return any
    /// number, which must not trap.
    fileprivate static func leaseExpiry(from time: Int64) -> Int64 {
        let (expiry, overflows) = time.addingReportingOverflow(leaseSeconds)
        return overflows ? .max : expiry
    }

    /// Returns the operation that reads the tokens of a user, and acquires a lease if they must be refreshed.
    ///
    /// The operation stores the lease before the caller requests new tokens. If the store cannot be written, the
    /// operation therefore fails before a refresh token is used up. If an earlier refresh could not store its new
    /// tokens, the operation stores those instead.
    /// - Parameters:
    ///   - username: the user, or nil for the user who signed in last.
    ///   - isForced: whether to refresh tokens that are still valid.
    ///   - id: a unique id of this refresh.
    ///   - now: returns the time in seconds since 1970. It is called after the lease was read. For an earlier time, a
    ///     lease that another process has just acquired would be ignored (``TokenRecord/Lease/isHeld(at:)``).
    ///   - attempts: how often to try if other processes change the entry.
    ///   - areUsable: returns whether tokens need no refresh; ``TokenCache`` passes ``CognitoTokens/areValid(at:)``.
    /// - Returns: the first step of the operation.
    package static func beginRefresh(
        of username: String?, isForced: Bool, id: String, now: @escaping @Sendable @autoclosure () -> Int64,
        attempts: Int = attempts, areUsable: @escaping @Sendable (CognitoTokens) -> Bool
    ) -> TokenStep {
        withUser(username) { name in
            withRecord(of: name) { state, record, version in
                let key = Array(name.utf8)
                if let unsaved = state.unsaved[key] {
                    return endRefresh(of: name, unsaved.lease, .tokens(unsaved.tokens))
                }
                guard let record else { return .end(.nobody) }
                if !isForced, areUsable(record.tokens) { return .end(.tokens(record.tokens, of: name)) }
                guard record.tokens.refreshToken != nil else { return .end(.expired(name)) }
                if let running = state.refreshing[key] { return .end(.join(running)) }
                let time = now()
                if let lease = record.lease, lease.isHeld(at: time) { return .end(.wait) }
                let lease = TokenRecord.Lease(id: id, until: leaseExpiry(from: time))
                return acquire(lease, for: record, of: name, replacing: version) {
                    guard attempts > 1 else { return nil }
                    return beginRefresh(
                        of: name, isForced: isForced, id: id, now: now(), attempts: attempts - 1, areUsable: areUsable)
                }
            }
        }
    }

    /// Returns the operation that stores a lease together with a user's tokens.
    /// - Parameters:
    ///   - lease: the lease to acquire.
    ///   - record: the user's tokens, as they were read.
    ///   - name: the user to whom the tokens belong.
    ///   - version: the precondition for replacing exactly these tokens.
    ///   - retry: returns the operation to run if another process has changed the entry, or nil to fail.
    /// - Returns: the first step of the operation.
    private static func acquire(
        _ lease: TokenRecord.Lease, for record: TokenRecord, of name: String, replacing version: SecretPrecondition,
        retry: @escaping @Sendable () -> TokenStep?
    ) -> TokenStep {
        var leased = record
        leased.lease = lease
        leased.isDroppedSince = false
        return .call(.store(leased, of: name, replacing: version)) { state, answer in
            guard let failure = answer.failure else {
                state.refreshing[Array(name.utf8)] = lease.id
                return .end(.lease(lease.id, record.tokens, of: name))
            }
            guard failure == .changed, let again = retry() else { return .end(.failed(failure)) }
            return again
        }
    }

    /// Returns the operation that stores the result of a refresh and ends its lease. If the lease is lost, as after a
    /// sign-in or sign-out, nothing is stored. If the session was dropped, only the refresh token is stored.
    /// - Parameters:
    ///   - name: the user whose tokens were refreshed.
    ///   - id: the id of the refresh and of its lease.
    ///   - refresh: the result of the request to the service.
    ///   - attempts: how often to try if other processes change the entry.
    /// - Returns: the first step of the operation.
    package static func endRefresh(
        of name: String, _ id: String, _ refresh: TokenRefresh, attempts: Int = attempts
    ) -> TokenStep {
        .call(.read(.tokens(of: name))) { state, answer in
            let key = Array(name.utf8)
            if case .failed(let failure) = answer {
                return failRefresh(failure, storing: refresh, id: id, of: key, in: &state)
            }
            guard case .tokens(let record, let version) = answer, record.lease?.id == id else {
                state.removeRefresh(id, of: key)
                return .end(.superseded)
            }
            return storeResult(of: refresh, id: id, replacing: record, version, of: name) {
                attempts > 1 ? endRefresh(of: name, id, refresh, attempts: attempts - 1) : nil
            }
        }
    }

    /// Returns the operation that stores the result of a refresh in place of the tokens that were refreshed.
    /// - Parameters:
    ///   - refresh: the result of the request to the service.
    ///   - id: the id of the refresh.
    ///   - record: the tokens that were refreshed, as they were read.
    ///   - version: the version of these tokens.
    ///   - name: the user to whom the tokens belong.
    ///   - retry: returns the operation to run if another process has changed the entry, or nil to fail.
    /// - Returns: the first step of the operation.
    private static func storeResult(
        of refresh: TokenRefresh, id: String, replacing record: TokenRecord, _ version: SecretVersion, of name: String,
        retry: @escaping @Sendable () -> TokenStep?
    ) -> TokenStep {
        let next = record.refreshed(by: refresh)
        return .call(.store(next, of: name, replacing: .version(version))) { state, answer in
            let key = Array(name.utf8)
            if answer.failure == .changed, let again = retry() { return again }
            if let failure = answer.failure {
                return failRefresh(failure, storing: refresh, id: id, of: key, in: &state)
            }
            state.removeRefresh(id, of: key)
            if refresh == .refused { state.refused.insert(key) }
            return .end(record.result(of: refresh, storing: next, of: name))
        }
    }

    /// Records that the result of a refresh could not be stored, and returns the step that reports the failure.
    ///
    /// `id` is the id of the refresh, and `key` the bytes of the user's name.
    ///
    /// New tokens remain in memory for a later write, because the old refresh token may be used up. If there are no new
    /// tokens, nothing is written later, and the lease expires.
    private static func failRefresh(
        _ failure: SecretStoreFailure, storing refresh: TokenRefresh, id: String, of key: [UInt8],
        in state: inout TokenCacheState
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
    /// Returns whether the lease has not expired, so that its owner may still be refreshing the tokens.
    ///
    /// If a lease ends later than a new one would, the clock has been set back since, and the lease is ignored.
    func isHeld(at now: Int64) -> Bool { until > now && until <= TokenStep.leaseExpiry(from: now) }
}

extension TokenRecord {
    /// Returns the record to store after a refresh, which has no lease. If the session was dropped during the refresh,
    /// only the refresh token remains.
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

    /// Returns the result of the operation that replaces this record by `next` after a refresh. If the session was
    /// dropped, the caller must not use the new tokens.
    fileprivate func result(of refresh: TokenRefresh, storing next: TokenRecord, of name: String) -> TokenResult {
        switch refresh {
        case .tokens: isDroppedSince ? .superseded : .tokens(next.tokens, of: name)
        case .refused: .expired(name)
        case .failed: .done
        }
    }
}

extension TokenCacheState {
    /// Removes a user's refresh with an id, and its unsaved tokens.
    fileprivate mutating func removeRefresh(_ id: String, of key: [UInt8]) {
        if refreshing[key] == id { refreshing[key] = nil }
        if unsaved[key]?.lease == id { unsaved[key] = nil }
    }
}

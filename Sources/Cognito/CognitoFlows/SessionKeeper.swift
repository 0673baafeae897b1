package import CognitoHandlers
package import FlowRuntime

/// The keeper of the user's session, which supplies fresh tokens. One refresh runs at a time, across all processes.
package actor SessionKeeper {
    /// The state of the user's session.
    package enum Standing: Sendable {
        case valid(username: String, CognitoTokens)
        case signedOut
        /// The service rejected the refresh token, or there is none: this user must sign in again.
        case expired(username: String)
        /// The tokens could not be refreshed now. They remain stored.
        case failed(StyleFailure)
    }

    private let app: CognitoApp
    package nonisolated let cache: TokenCache
    /// The tokens that the latest sign-out read, and the value of ``TokenCache/generation`` at that time. If the
    /// sign-out failed, the store may have lost the tokens, but the service still accepts them.
    private var latestSignOut: (tokens: CognitoTokens, generation: Int)?
    /// Why the latest sign-out could not read the tokens, and the value of ``TokenCache/generation`` at that time. If
    /// the sign-out could not remove them either, the store may have lost the name of the signed-in user (`mayBeLost`).
    private var latestReadFailure: (failure: StyleFailure, generation: Int, mayBeLost: Bool)?
    /// The refreshes in progress, by id. A nil result means that a sign-in, a sign-out or a dropped session has
    /// superseded the refresh. A dropped session has lost its access and ID tokens, but not its refresh token.
    private var refreshes: [String: Task<Standing?, Never>] = [:]

    package init(_ app: CognitoApp) {
        self.app = app
        cache = app.settings.tokens ?? app.settings.makeTokenCache(ofClient: app.clientID)
    }

    /// Returns the signed-in user and their tokens, which may have expired.
    /// - Returns: nil if nobody is signed in.
    /// - Throws: the store's error. It is then unknown whether a user is signed in.
    package func signedInUser() async throws(StyleFailure) -> (username: String, tokens: CognitoTokens)? {
        do throws(FlowHandlerFailure) {
            return try await cache.current()
        } catch {
            throw StyleFailure(error)
        }
    }

    /// Returns whether a sign-in may start.
    ///
    /// It may if nobody is signed in, if the stored tokens are damaged, or if the service rejected the refresh token.
    /// - Throws: the store's error if it cannot be read now.
    package func canStartSignIn() async throws(StyleFailure) -> Bool {
        switch await cache.perform({ _ in .current(of: nil) }) {
        case .tokens(_, let username): return cache.isRefreshTokenRejected(of: username)
        case .failed(.broken): return true
        case .failed(let failure): throw StyleFailure(FlowHandlerFailure(failure))
        // The only other result is `nobody`.
        default: return true
        }
    }

    /// Stores the tokens of a sign-in.
    /// - Parameters:
    ///   - tokens: the tokens that the service has issued.
    ///   - username: the user who has signed in.
    ///   - generation: the value of ``TokenCache/generation`` at the last step of the sign-in.
    /// - Throws: the store's error; `superseded` if the user has signed out since.
    package func store(
        _ tokens: CognitoTokens, of username: String, since generation: Int
    ) async throws(StyleFailure) {
        cache.updateClockOffset(from: tokens, now: app.settings.now())
        let result = await cache.perform(signingIn: username) {
            .signIn(tokens, of: username, isAlone: $0, since: generation)
        }
        switch result {
        case .failed(let failure): throw StyleFailure(FlowHandlerFailure(failure))
        case .superseded:
            throw StyleFailure(type: "superseded", message: "The user has signed out in the meantime", isRefusal: true)
        default: break
        }
    }

    /// Signs out on this device. When the call returns, the tokens are removed.
    /// - Throws: the store's error. The tokens may then still be stored.
    package func signOutLocally() async throws(StyleFailure) {
        do throws(FlowHandlerFailure) {
            try await cache.clear()
        } catch {
            latestReadFailure?.mayBeLost = true
            throw StyleFailure(error)
        }
        // After this sign-out, nothing needs the tokens that it read, so they must not stay in memory. Another sign-out
        // may have read newer ones in the meantime.
        let generation = cache.generation
        if latestSignOut?.generation != generation { latestSignOut = nil }
        if latestReadFailure?.generation != generation { latestReadFailure = nil }
    }

    // MARK: Sign-out at the service

    /// Returns the tokens that a sign-out needs for its requests, or nil if nobody is signed in.
    ///
    /// Reads the store before the first request, so that a failure of the store cannot prevent a later request.
    /// If an earlier sign-out failed after the store had lost the tokens, returns those tokens.
    /// - Parameter globally: whether to end all sessions of the user, which requires a valid access token.
    /// - Returns: the tokens. If `globally` is true, stored tokens are first refreshed, if necessary and possible.
    /// - Throws: the error of the store or of the refresh. If an earlier sign-out could not read the tokens and may
    ///   have lost them, throws the error of that sign-out.
    package func tokensToEnd(globally: Bool) async throws(StyleFailure) -> CognitoTokens? {
        do throws(StyleFailure) {
            if let tokens = try await storedTokens(refreshing: globally) {
                latestSignOut = (tokens, cache.generation)
                latestReadFailure = nil
            }
        } catch {
            // If no sign-out has succeeded since an earlier one failed, that one may already have lost the tokens.
            var mayBeLost = false
            if let latestReadFailure, latestReadFailure.generation == cache.generation {
                mayBeLost = latestReadFailure.mayBeLost
            }
            latestReadFailure = (error, cache.generation, mayBeLost)
            throw error
        }
        // If the store has no tokens, and no sign-out has succeeded since an earlier one failed, the tokens of that
        // sign-out are still valid at the service.
        if let latestSignOut, latestSignOut.generation == cache.generation { return latestSignOut.tokens }
        if let latestReadFailure, latestReadFailure.mayBeLost, latestReadFailure.generation == cache.generation {
            throw latestReadFailure.failure
        }
        return nil
    }

    /// Returns the stored tokens, or nil if nobody is signed in.
    /// - Parameter refreshing: whether to refresh expired tokens first. If the service rejects the refresh token, or
    ///   there is none, the expired tokens are returned.
    /// - Returns: the tokens, which may have expired.
    /// - Throws: the error of the store or of the refresh.
    private func storedTokens(refreshing: Bool) async throws(StyleFailure) -> CognitoTokens? {
        guard refreshing else { return try await signedInUser()?.tokens }
        switch await freshTokens() {
        case .valid(_, let tokens): return tokens
        case .signedOut: return nil
        case .expired: return try await signedInUser()?.tokens
        case .failed(let failure): throw failure
        }
    }

    /// Ends sessions at the service. The tokens remain on this device.
    ///
    /// Does nothing if only one session is to end and its tokens cannot be revoked.
    /// - Parameters:
    ///   - tokens: the tokens of the user who signs out.
    ///   - globally: whether to end all sessions of the user, or only the session of these tokens.
    /// - Throws: the error of the request. The sessions may then continue.
    package func endSessions(of tokens: CognitoTokens, globally: Bool) async throws(StyleFailure) {
        guard globally || tokens.areRevocable else { return }
        let result = try await app.keepingTokens.run(
            ShippedFlow.SignOut.self,
            ShippedFlow.SignOut.Inputs(
                accessToken: FlowSecret(tokens.accessToken), task: globally ? .global : .revoke,
                refreshToken: tokens.refreshToken.map { FlowSecret($0) }))
        // The outcome `signedOutHere` contains the reason why the service did not revoke the tokens.
        if case .done(let signedOutHere?) = result { throw StyleFailure(signedOutHere.error) }
    }

    /// Returns the signed-in user's valid tokens, after refreshing those that have expired or are about to expire.
    /// - Parameter isForced: whether to refresh valid tokens, too.
    /// - Returns: the state of the session, with valid tokens or the reason why there are none.
    package func freshTokens(isForced: Bool = false) async -> Standing {
        var mustRefresh = isForced
        while true {
            let result = await cache.tokensOrLease(of: nil, isForced: mustRefresh, now: app.settings.now) {
                await self.isRunning($0)
            }
            switch result {
            case .lease(let id, let tokens, let username):
                let work = Task { await refresh(tokens, of: username, leaseID: id) }
                refreshes[id] = work
                let refreshed = await work.value
                refreshes[id] = nil
                if let refreshed { return refreshed }
            case .join(let id): if let refreshed = await refreshes[id]?.value { return refreshed }
            default: return standing(after: result)
            }
            // Tokens of a refresh or sign-in during this call are new.
            mustRefresh = false
        }
    }

    /// Returns whether the refresh with an id is running in this process, so that callers can wait for it.
    private func isRunning(_ refresh: String) -> Bool { refreshes[refresh] != nil }

    /// Returns the state of the session that follows from the result of a cache operation.
    private func standing(after result: TokenResult) -> Standing {
        switch result {
        case .tokens(let tokens, let username): .valid(username: username, tokens)
        case .expired(let username): .expired(username: username)
        case .failed(let failure): .failed(StyleFailure(FlowHandlerFailure(failure)))
        case .wait: .failed(StyleFailure(.refreshElsewhere))
        // The only other result is `nobody`.
        default: .signedOut
        }
    }

    /// Refreshes tokens, and stores the new ones. Tokens of another account count as a failure and are not stored.
    /// - Parameters:
    ///   - previous: the tokens to refresh.
    ///   - username: the user to whom the tokens belong.
    ///   - id: the id of the refresh and of its lease.
    /// - Returns: the new state of the session, or nil if a user signed in or out, or the session was dropped, during
    ///   the refresh.
    private func refresh(_ previous: CognitoTokens, of username: String, leaseID id: String) async -> Standing? {
        let refreshResult: TokenRefresh
        var failure: StyleFailure?
        do throws(StyleFailure) {
            // A lease is granted only for tokens with a refresh token. The access token is empty if the session was
            // dropped.
            let result = try await app.run(
                ShippedFlow.Refresh.self,
                ShippedFlow.Refresh.Inputs(
                    refreshToken: FlowSecret(previous.refreshToken ?? ""), username: username,
                    accessToken: previous.accessToken.isEmpty ? nil : FlowSecret(previous.accessToken)))
            switch result {
            case .done(let outcome?): refreshResult = .tokens(CognitoTokens(outcome))
            case .done(nil): refreshResult = .refused
            }
        } catch {
            (refreshResult, failure) = (.failed, error)
        }
        if case .tokens(let tokens) = refreshResult { cache.updateClockOffset(from: tokens, now: app.settings.now()) }
        let result = await cache.perform(mustRun: true) { _ in .endRefresh(of: username, id, refreshResult) }
        if result == .superseded { return nil }
        return failure.map { .failed($0) } ?? standing(after: result)
    }
}

extension CognitoApp {
    /// Returns the name under which the device of a user's tokens is stored, which may be an alias. If no such device
    /// is stored, returns the user's own name.
    package func deviceUsername(of username: String, with tokens: CognitoTokens) async -> String {
        guard let key = tokens.deviceKey else { return username }
        // If the store cannot be read now, the flow reports this when it reads the device.
        return (try? await settings.devices.username(ofDevice: key)) ?? username
    }

    /// A copy of the app whose flows leave the stored tokens alone: the handler `tokens.clear` does nothing.
    package var keepingTokens: CognitoApp {
        var app = self
        ShippedFlow.SignOut.Ports.TokensClear.register(in: &app.handlers) { _ in .init() }
        return app
    }
}

extension StyleFailure {
    package init(_ failure: FlowHandlerFailure) {
        self.init(type: failure.name, message: failure.message)
    }
}

extension CognitoTokens {
    package init(_ outcome: ShippedFlow.Refresh.Outcome.Refreshed) {
        self.init(accessToken: outcome.accessToken, idToken: outcome.idToken, refreshToken: outcome.refreshToken)
    }
}

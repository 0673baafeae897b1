import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension AWSCognitoIdentityUser {
    /// Returns a task that ends with a valid session, and signs the user in if necessary.
    ///
    /// The session is the stored one, a refreshed one, or a new one from a sign-in through the delegate. While a call
    /// is pending, another call for the same username waits for the same session, and starts no second sign-in. The
    /// call itself never waits for the store.
    @discardableResult
    public func getSession() -> AWSTask<AWSCognitoIdentityUserSession> {
        let key = sessionKey
        return sessionTask(key) { [self] in
            guard key == .last else { return try await obtainSession() }
            // Once the name is read, the same user has the key `named` or, without a name, `unnamed`. Share the task of
            // calls with that key.
            if let name = await readUsername() {
                return try await sessionTask(.named(Array(name.utf8)), obtainSession).value
            }
            return try await sessionTask(.unnamed, obtainSession).value
        }
    }

    /// Returns the pending task under a key or, if there is none, a new one that does `work`. When a pending task ends,
    /// this user adopts its session.
    private func sessionTask(
        _ key: SessionKey, _ work: @escaping @Sendable () async throws -> AWSCognitoIdentityUserSession
    ) -> AWSTask<AWSCognitoIdentityUserSession> {
        core.pending.withLock { pending in
            if let pendingTask = pending[key], !pendingTask.isCompleted {
                pendingTask.whenEnded { [self] outcome in adopt(outcome) }
                return pendingTask
            }
            let task = core.startTask { [core] in
                defer { core.pending.withLock { $0[key] = nil } }
                return try await work()
            }
            pending[key] = task
            return task
        }
    }

    /// Sets ``username``, and signs in with a password. The delegate handles all later steps.
    ///
    /// Signs in even if a valid session is stored.
    /// - Parameters:
    ///   - username: the username, or an alias.
    ///   - password: the user's password.
    ///   - validationData: `ValidationData` for the pool's pre sign-in trigger.
    ///   - scopes: ignored. Exists for source compatibility with an early SDK.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the new session, whose tokens replace the stored ones.
    @discardableResult
    public func getSession(
        _ username: String, password: String, validationData: [AWSCognitoIdentityUserAttributeType]?,
        scopes: [String]? = nil, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserSession> {
        self.username = username
        let inputs = ShippedFlow.LegacySDK.Inputs(
            username: username, password: FlowSecret(password), clientMetadata: clientMetaData?.nonEmpty,
            validationData: core.validationData.adding(validationData))
        let access = SessionAccess(core.cache, now: core.now)
        return core.startTask { [self] in try await signIn(inputs, access) }
    }

    /// Sets the user's status from a session that another call has obtained.
    ///
    /// If the user has no name, also sets the name. If the other call has failed or was canceled, nothing changes.
    private func adopt(_ outcome: AWSTaskOutcome<AWSCognitoIdentityUserSession>) {
        guard case .result(let session?) = outcome else { return }
        adopt(signedIn: session.username)
        confirmedStatus = .confirmed
    }

    /// Returns the stored session if it is valid. Otherwise, runs the sign-in flow, which first tries to refresh the
    /// stored tokens, and returns the new session.
    /// - Throws: the errors of the token store and of the sign-in.
    @Sendable private func obtainSession() async throws -> AWSCognitoIdentityUserSession {
        var inputs = ShippedFlow.LegacySDK.Inputs(lastKnownUsername: await core.readLastUser())
        let requestedName = await readUsername()
        var lease: SessionAccess.Lease?
        if isIdentified {
            switch try await core.tokensOrLease(of: requestedName) {
            case .tokens(let tokens, let name):
                confirmedStatus = .confirmed
                return AWSCognitoIdentityUserSession(tokens, of: requestedName ?? name)
            case .lease(let id, let tokens, let name):
                lease = SessionAccess.Lease(id: id, username: name)
                inputs.refreshToken = tokens.refreshToken.map { FlowSecret($0) }
                // The access token is empty if the session was cleared.
                inputs.accessToken = tokens.accessToken.isEmpty ? nil : FlowSecret(tokens.accessToken)
            // The user has no tokens that can be refreshed, and must sign in.
            default: break
            }
        }
        let access = SessionAccess(core.cache, lease: lease, now: core.now)
        do {
            inputs.username = requestedName
            let session = try await signIn(inputs, access)
            await access.returnLease()
            return session
        } catch {
            await access.returnLease()
            throw error
        }
    }

    /// Runs the sign-in flow, stores its tokens, and sets the user's name and status.
    /// - Returns: the new session.
    /// - Throws: `CancellationError` if the user has signed out in the meantime; the errors of the sign-in and of the
    ///   token store.
    private func signIn(
        _ inputs: ShippedFlow.LegacySDK.Inputs, _ access: SessionAccess
    ) async throws -> AWSCognitoIdentityUserSession {
        let interaction = InteractiveRun(core, access)
        let outcome = try await interaction.run(inputs)
        let tokens = CognitoTokens(
            accessToken: outcome.accessToken, idToken: outcome.idToken, refreshToken: outcome.refreshToken)
        username = outcome.username
        let isStored: Bool
        do throws(FlowHandlerFailure) {
            isStored = try await access.store(tokens, of: outcome.username)
        } catch {
            throw NSError(StyleFailure(error))
        }
        // A user who has signed out in the meantime remains signed out.
        guard isStored else { throw CancellationError() }
        confirmedStatus = .confirmed
        let requestedName = interaction.typedName ?? inputs.username
        return AWSCognitoIdentityUserSession(tokens, of: outcome.username, requestedName: requestedName)
    }

    /// Runs a flow for this user with a valid session, which may require a sign-in.
    ///
    /// If a different user signs in, that user remains signed in, but the flow does not run.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - argument: the argument that the error names if the flow reports a missing input; nil for the input's own
    ///     name.
    ///   - clearingSession: whether to remove the ID and access tokens afterward, as ``clearSession()`` does.
    ///   - inputs: creates the flow's inputs from the access token and the username.
    ///   - response: creates the result from the flow's first step or outcome.
    /// - Returns: a task that ends with the result.
    func runWithSession<Flow: AccountFlow, Response: Sendable>(
        _ flow: Flow.Type, missing argument: String? = nil, clearingSession: Bool = false,
        _ inputs: @escaping @Sendable (_ accessToken: FlowSecret, _ username: String) -> Flow.Inputs,
        response: @escaping @Sendable (AccountResult<Flow.Step.Asked, Flow.Step.Done>) -> Response
    ) -> AWSTask<Response> {
        core.startTask { [self] in
            let name = await readUsername()
            let session = try await getSession().value
            guard session.belongs(to: name) else {
                // The sign-in has set the other user's name, with which a second call would change their account.
                username = name
                throw NSError(
                    client: .unknown, type: "other-user-signed-in",
                    message: "A user other than the one of this call has signed in, so the call had no effect")
            }
            let accessToken = FlowSecret(session.accessToken?.tokenString ?? "")
            let result = try await core.run(flow, inputs(accessToken, session.username), missing: argument)
            if clearingSession {
                // The tokens are stored under the account's name. This user's name may be an alias.
                _ = await core.cache.perform(mustRun: true) { _ in .dropSession(of: session.username) }
            }
            return response(result)
        }
    }
}

extension AWSCognitoIdentityUser {
    /// Removes this user's tokens from this device, synchronously.
    ///
    /// The device and the name of the user who signed in last remain stored. As in the SDK, the call reports no error.
    /// Blocks the thread, up to ten seconds for each use of the store. If the removal fails, the user stays signed in.
    public func signOut() { _ = removeTokens() }

    /// Removes this user's tokens and the name of the user who signed in last, synchronously.
    ///
    /// If the style cannot remove the tokens, the name also remains.
    public func signOutAndClearLastKnownUser() {
        if removeTokens() { pool.clearLastKnownUser() }
    }

    /// Removes the user's tokens, and blocks the thread meanwhile.
    /// - Returns: whether the tokens are removed; also true for a user who has no name yet, and thus no tokens.
    private func removeTokens() -> Bool {
        guard isIdentified else { return true }
        if case .failed = core.cache.perform({ .signOut(username, isAlone: $0) }) { return false }
        return true
    }

    /// Removes the ID and access tokens, so that the next call refreshes the session.
    ///
    /// The call does nothing for a user without a name or a refresh token. If the style cannot change the store, the
    /// tokens remain, and the call reports no error.
    public func clearSession() {
        guard let username else { return }
        // Ignores the failure, because the SDK's method cannot report it.
        _ = core.cache.perform { _ in .dropSession(of: username) }
    }

    /// Ends the user's sessions on all devices, and then removes the tokens from this device.
    ///
    /// After an error, the tokens may remain on this device.
    /// - Returns: a task that ends when the tokens are removed.
    @discardableResult
    public func globalSignOut() -> AWSTask<AWSCognitoIdentityUserGlobalSignOutResponse> {
        runWithSession(ShippedFlow.SignOut.self) {
            .init(username: $1, accessToken: $0, task: .global)
        } response: { _ in
            AWSCognitoIdentityUserGlobalSignOutResponse()
        }
    }

    /// Revokes the refresh token at the service. The tokens remain on this device.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func revokeToken() -> AWSTask<AWSCognitoIdentityUserResponse> {
        // The tokens are read now, because a sign-out may follow this call immediately.
        let tokens = Result { try core.tokens(of: username) }
        return core.startTask { [self] in
            let refreshToken = try tokens.get()?.refreshToken.map { FlowSecret($0) }
            let inputs = ShippedFlow.SignOut.Inputs(task: .revoke, refreshToken: refreshToken)
            // Otherwise the flow would remove the tokens from this device.
            let app = try core.configuredApp().keepingTokens
            let result = try await core.run(ShippedFlow.SignOut.self, inputs, with: app)
            // The outcome `signedOutHere` contains the reason why the service did not revoke the token.
            if case .done(let signedOutHere?) = result { throw NSError(StyleFailure(signedOutHere.error)) }
            return AWSCognitoIdentityUserResponse()
        }
    }

    /// Deletes the user's account. The tokens remain on this device until ``signOut()``.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func delete() -> AWSTask<AWSCognitoIdentityUserResponse> {
        runWithSession(ShippedFlow.DeleteAccount.self) {
            .init(accessToken: $0, username: $1, confirmed: true)
        } response: { _ in
            AWSCognitoIdentityUserResponse()
        }
    }
}

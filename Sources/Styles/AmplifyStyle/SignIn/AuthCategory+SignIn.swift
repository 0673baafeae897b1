import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
import FlowSealing

extension AuthCategory {
    /// Signs a user in. Replaces a pending sign-in.
    ///
    /// A user whose refresh token the service has rejected can sign in again without signing out. If the task is
    /// canceled, the sign-in is canceled.
    /// - Parameters:
    ///   - username: the username, or an alias. If it is nil or empty, the call fails with a validation error.
    ///   - password: the password, if the authentication flow needs one.
    ///   - options: the authentication flow and its metadata; nil for the configured flow.
    /// - Returns: the next step, which is `done` if the user is signed in.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if a user is already signed in.
    public func signIn(
        username: String? = nil, password: String? = nil, options: AuthSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        let plugin = options?.pluginOptions
        let client = try configuredClient()
        try await requireSignedOut(client)
        return try await startSignIn(
            client,
            ShippedFlow.Amplify.Inputs(
                username: username ?? "", password: password.map { FlowSecret($0) },
                clientMetadata: plugin?.metadata?.nonEmpty, validationData: plugin?.validationData?.nonEmpty,
                flowType: plugin?.authFlowType?.choice, preferredFirstFactor: plugin?.authFlowType?.preferredChoice))
    }

    /// Signs in the user who has just signed up, without a password. Sends the client metadata of the call that
    /// confirmed the sign-up.
    ///
    /// Each sign-up that leads to the step ``AuthSignUpStep/completeAutoSignIn(_:)`` allows one sign-in. After an error of
    /// the network or a store, after too many requests, or if another user is signed in, the app can call again.
    /// - Returns: the next step, which is `done` if the user is signed in.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if no sign-up allows the call.
    public func autoSignIn() async throws -> AuthSignInResult {
        let current = content.current
        guard current.confirmedSignUp != nil, let client = current.client else { throw Self.noSignUp }
        try await requireSignedOut(client)
        let taken = content.withLock { content -> Content? in
            guard content.isCurrent(client) else { return nil }
            defer { content.confirmedSignUp = nil }
            return content
        }
        // In the meantime, another call may have used the sign-up or configured another app client.
        guard let taken, let confirmedSignUp = taken.confirmedSignUp else { throw Self.noSignUp }
        do throws(AuthError) {
            return try await startSignIn(
                client,
                ShippedFlow.Amplify.Inputs(
                    username: confirmedSignUp.username, clientMetadata: confirmedSignUp.metadata, flowType: .autoSignIn,
                    signUpSession: FlowSecret(confirmedSignUp.session), signUpUserID: confirmedSignUp.userID))
        } catch {
            let cause = error.underlyingError as? AWSCognitoAuthError
            if case .service = error, [nil, .network, .requestLimitExceeded].contains(cause) {
                // The service may not have used the session. Another configuration or sign-up replaces it.
                content.withLock { content in
                    let isReplaced = !content.isCurrent(client) || content.signUp?.username != taken.signUp?.username
                    if !isReplaced, content.confirmedSignUp == nil { content.confirmedSignUp = confirmedSignUp }
                }
            }
            throw error
        }
    }

    private static let noSignUp = AuthError.invalidState(
        "No sign-up is waiting for autoSignIn", "Call autoSignIn once, after the step completeAutoSignIn")

    /// Answers the current step with a code, a password, an address or a choice.
    ///
    /// If the service rejects the answer and the sign-in has not ended, the app can answer again. If the task is
    /// canceled, the sign-in is canceled.
    /// - Parameters:
    ///   - challengeResponse: the value that the step asks for. It must not be empty.
    ///   - options: attributes and metadata that accompany the answer.
    /// - Returns: the next step, which is `done` if the user is signed in.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending, or
    ///   ``AuthError/sessionExpired(_:_:_:)`` if the step has timed out.
    public func confirmSignIn(
        challengeResponse: String, options: AuthConfirmSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        guard !challengeResponse.isEmpty else {
            throw AuthError.validation(
                "challengeResponse", "The answer is empty", "Provide the value that the step asks for")
        }
        // An answer after a successful sign-in changes nothing.
        if content.current.signIn?.isStored.current == true { return AuthSignInResult(nextStep: .done) }
        let (signIn, step) = try await pendingStep()
        return try await process(in: signIn, argument: "challengeResponse") { () throws(FlowRefusal) in
            try await signIn.session.answer(step, challengeResponse, options?.pluginOptions)
        }
    }

    /// Requests another code by starting the sign-in again with the same inputs.
    /// - Returns: the next step, which normally asks for the new code.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending, or
    ///   ``AuthError/sessionExpired(_:_:_:)`` if the step has timed out.
    public func resendSignInCode() async throws -> AuthSignInResult {
        let (signIn, step) = try await pendingStep()
        return try await process(in: signIn) { () throws(FlowRefusal) in try await step.resend() }
    }

    /// Cancels the pending sign-in, even during a request, and invalidates its sealed bytes.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending; ``AuthError/service(_:_:_:)`` if the
    ///   sealed bytes may still be valid, because the store of pending sign-ins is unavailable. In that case, call this
    ///   function again.
    public func cancelSignIn() async throws {
        guard let signIn = content.current.signIn else { throw Self.noSignIn }
        switch await signIn.session.step {
        case .ended: throw Self.noSignIn
        // The first request of the sign-in is in progress, or the flow has refused the start.
        case nil: guard try await signIn.cancel() else { throw Self.noSignIn }
        default: try await signIn.cancel()
        }
    }

    /// Returns the pending sign-in and its current step. Removes a sign-in whose step has timed out.
    /// - Throws: ``AuthError`` if no sign-in is pending, or if the step has timed out.
    private func pendingStep() async throws(AuthError) -> (SignIn, ShippedFlow.Amplify.Step) {
        guard let signIn = content.current.signIn else { throw Self.noSignIn }
        switch await signIn.session.step {
        case .ended(.expired):
            remove(signIn)
            throw AuthError(StyleFailure.expired)
        case .ended, nil: throw Self.noSignIn
        case let step?: return (signIn, step)
        }
    }

    private static let noSignIn = AuthError.invalidState("No sign-in is pending", "Call signIn first")

    /// Cancels the current sign-in, and starts another. The caller has checked that no user of the client is signed in.
    /// - Returns: the next step of the new sign-in.
    /// - Throws: ``AuthError``, for example if the sign-in has failed.
    private func startSignIn(
        _ client: Client, _ inputs: ShippedFlow.Amplify.Inputs
    ) async throws(AuthError) -> AuthSignInResult {
        let app = client.app
        // This fails only if the flow's table is damaged, which `makeSession` reports.
        let journal = try? app.sealing?.journal(of: .amplify, in: app)
        let session = try makeSession(of: ShippedFlow.Amplify.self, app, journal)
        // The sign-in has a journal if the app configures sealing.
        let signIn = SignIn(client, session: session, journal: journal)
        try await makeCurrent(signIn)
        var inputs = inputs
        inputs.canUsePasskeys = app.settings.passkeys != nil || app.handlers["passkey.assert"] != nil
        return try await process(in: signIn) { () throws(FlowRefusal) in
            try await app.start(session, inputs, adding: configuredInputs(of: app))
        }
    }

    /// Checks that no user of an app client is signed in, apart from one who must sign in again.
    /// - Throws: ``AuthError`` if a user is signed in whose refresh token the service has not rejected, or if the store
    ///   cannot be read.
    private func requireSignedOut(_ client: Client) async throws(AuthError) {
        do throws(StyleFailure) {
            if try await client.keeper.canStartSignIn() { return }
        } catch {
            throw AuthError(error)
        }
        throw .invalidState("A user is already signed in", "Call signOut before the next sign-in")
    }

    /// Returns the configured inputs of an app's sign-ins.
    ///
    /// Omits the identity pool if the app has no handler that fetches credentials.
    private func configuredInputs(of app: CognitoApp) -> FlowValues {
        var values = FlowValues(app.signInInputs)
        let canFetchCredentials = app.handlers["credentials.fetch"] != nil
        if !canFetchCredentials { values.remove(ShippedFlow.Amplify.Inputs.Field.hasIdentityPool.rawValue) }
        return values
    }

    /// Cancels the current sign-in, and makes another one the current sign-in.
    /// - Throws: ``AuthError`` if the sealed bytes of a replaced sign-in may still be valid, or if another app client
    ///   was configured since the call began.
    private func makeCurrent(_ signIn: SignIn) async throws(AuthError) {
        let current = content.current
        if current.isCurrent(signIn.client) { try await current.signIn?.cancel(for: signIn) }
        let (isCurrent, replaced) = content.withLock { content -> (Bool, SignIn?) in
            guard content.isCurrent(signIn.client) else { return (false, nil) }
            defer { content.signIn = signIn }
            return (true, content.signIn)
        }
        guard isCurrent else {
            throw .invalidState("Another user pool was configured in the meantime", "Call signIn again")
        }
        // Another call may have started a sign-in in the meantime.
        try await replaced?.cancel(for: signIn)
    }

    /// Removes the current sign-in, unless another one has replaced the given sign-in.
    func remove(_ signIn: SignIn) {
        content.withLock { if $0.signIn === signIn { $0.signIn = nil } }
    }

    /// Sends an event to a sign-in, and returns the next step. After a success, stores the tokens.
    /// - Parameters:
    ///   - signIn: the sign-in. If another one has replaced it, its tokens are not stored.
    ///   - argument: the call's argument that a refusal concerns; nil for the flow's own name of it.
    ///   - showingErrors: whether to throw the error of the step.
    ///   - event: sends the event.
    /// - Returns: the next step.
    /// - Throws: the refusal, the error of the step or of the outcome, or the store's error. After an outcome, the
    ///   sign-in is removed.
    func process(
        in signIn: SignIn, argument: String? = nil, showingErrors: Bool = true,
        _ event: () async throws(FlowRefusal) -> ShippedFlow.Amplify.Step
    ) async throws(AuthError) -> AuthSignInResult {
        // Read before the event, so that `store` detects a sign-out during its requests.
        let generation = signIn.client.keeper.cache.generation
        let step: ShippedFlow.Amplify.Step
        do throws(FlowRefusal) {
            step = try await event()
        } catch {
            throw AuthError(StyleFailure(error, argument: argument))
        }
        do throws(StyleFailure) {
            let next = try AuthSignInStep(step, showingErrors: showingErrors)
            if case .ended(.signedIn(let outcome)) = step { try await store(outcome, of: signIn, since: generation) }
            return AuthSignInResult(nextStep: next)
        } catch {
            // After an outcome, the user cannot answer any more, and the sign-in's data is no longer needed.
            if case .ended = step { remove(signIn) }
            throw AuthError(error)
        }
    }

    /// Stores the tokens of a sign-in. `generation` is the cache's generation before the last event.
    /// - Throws: `superseded` if another sign-in has replaced this one, or if the user has signed out since; the store's
    ///   error.
    private func store(
        _ outcome: ShippedFlow.Amplify.Outcome.SignedIn, of signIn: SignIn, since generation: Int
    ) async throws(StyleFailure) {
        guard content.current.signIn === signIn else {
            throw StyleFailure(type: "superseded", message: "This sign-in was replaced or canceled", isRefusal: true)
        }
        let tokens = CognitoTokens(
            accessToken: outcome.accessToken, idToken: outcome.idToken, refreshToken: outcome.refreshToken)
        try await signIn.client.keeper.store(tokens, of: outcome.username, since: generation)
        signIn.isStored.withLock { $0 = true }
    }
}

extension AuthCategory.SignIn {
    /// Cancels the sign-in, and invalidates its sealed bytes. A sign-in that has ended does not change.
    /// - Returns: whether the flow has accepted the cancellation.
    /// - Throws: an error if the sealed bytes may still be valid.
    @discardableResult
    func cancel() async throws(AuthError) -> Bool {
        // A sign-in that has ended refuses the cancellation, which has no effect then.
        let isAccepted = (try? await session.cancel()) != nil
        do throws(FlowSnapshotError) {
            try await journal?.giveUp()
            return isAccepted
        } catch {
            // `AuthError` selects its case by the code of a refusal.
            throw AuthError(StyleFailure(type: error.code, message: "", isRefusal: true))
        }
    }

    /// Cancels the sign-in because another one replaces it, unless both are the same sealed sign-in.
    /// - Throws: an error if the sealed bytes may still be valid.
    func cancel(for next: AuthCategory.SignIn) async throws(AuthError) {
        if let id = await journal?.signIn, await next.journal?.signIn == id { return }
        try await cancel()
    }

    /// The step that waits for an answer, or nil if there is none.
    var pendingStep: ShippedFlow.Amplify.Step? {
        get async {
            switch await session.step {
            case .ended, nil: nil
            case let step?: step
            }
        }
    }
}

extension AuthCategory {
    /// Returns the pending sign-in as an opaque, in-memory value, or nil if no sign-in is pending.
    ///
    /// Pass this value to ``resumeSignIn(_:elapsed:)`` of another ``AuthCategory`` in this process. You cannot encode
    /// it. If the system may terminate the app, use ``sealedSignIn()``.
    public func pendingSignIn() async -> FlowSessionState? {
        guard let signIn = content.current.signIn, await signIn.pendingStep != nil else { return nil }
        return await signIn.session.session.state
    }

    /// Returns the pending sign-in, sealed with `CognitoApp.sealing`, for ``resumeSignIn(sealed:)``.
    ///
    /// Store the bytes once, at the first step. They remain valid for the whole sign-in. The result is nil if no
    /// sign-in is pending, or if the app does not configure sealing.
    public func sealedSignIn() async -> [UInt8]? { await content.current.signIn?.journal?.sealed }

    /// Resumes a sealed sign-in at the last step that it reached.
    ///
    /// Replaces another pending sign-in. If the same sign-in is already pending here, nothing changes. If the app was
    /// terminated during a request, nobody knows whether the service performed the request. The flow then continues as
    /// after a timeout.
    /// - Parameter sealed: the bytes from ``sealedSignIn()``.
    /// - Returns: the current step of the sign-in, even if an error led to it before.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if no app is configured, or if it does not configure sealing;
    ///   ``AuthError/service(_:_:_:)`` if the guard's store is unavailable; ``AuthError/invalidState(_:_:_:)`` if the
    ///   sign-in can no longer be resumed (with a `FlowSnapshotError`), or if a user is signed in; otherwise the flow's
    ///   errors.
    public func resumeSignIn(sealed: [UInt8]) async throws -> AuthSignInResult {
        let client = try configuredClient()
        let app = client.app
        guard let sealing = app.sealing else {
            throw AuthError.configuration("The app does not configure sealing", "Set CognitoApp.sealing")
        }
        try await requireSignedOut(client)
        do {
            let snapshots = try sealing.snapshots(of: .amplify, in: app)
            let snapshot = try await snapshots.resume(sealed, now: UInt64(clamping: app.settings.now()))
            let current = content.current
            if current.isCurrent(client), let pending = current.signIn, let step = await pending.pendingStep,
                try await pending.journal?.hasLatest(of: snapshot.signIn) == true
            {
                return try await process(in: pending, showingErrors: false) { () throws(FlowRefusal) in step }
            }
            let journal = SnapshotJournal(snapshots, resuming: snapshot)
            let runner = try app.runner(.amplify, restoring: snapshot.state, journal: journal)
            return try await resume(client, with: runner, journal)
        } catch FlowSnapshotError.guardUnavailable {
            let text = "This sign-in cannot be resumed now: the store of pending sign-ins is unavailable"
            throw AuthError.service(text, "Call resumeSignIn again", FlowSnapshotError.guardUnavailable)
        } catch let error as FlowSnapshotError {
            let text = "This sign-in can no longer be resumed: \(error.code)"
            throw AuthError.invalidState(text, "Call signIn", error)
        }
    }

    /// Makes a restored sign-in the current one, and continues it after an interrupted request.
    /// - Returns: the current step of the sign-in.
    private func resume(
        _ client: Client, with runner: FlowRunner<ContinuousClock>, _ journal: SnapshotJournal?
    ) async throws(AuthError) -> AuthSignInResult {
        let signIn = SignIn(client, session: ShippedFlow.Amplify(runner), journal: journal)
        // The app has seen the error of a presented step. The error of an interrupted request is new.
        let isPresented = await signIn.pendingStep != nil
        try await makeCurrent(signIn)
        return try await process(in: signIn, showingErrors: !isPresented) { () throws(FlowRefusal) in
            try await signIn.session.recover()
        }
    }

    /// Resumes a pending sign-in of this process. Replaces another pending sign-in.
    ///
    /// The resumed sign-in is not sealed, so ``sealedSignIn()`` returns nil.
    /// - Parameters:
    ///   - state: the value from ``pendingSignIn()``.
    ///   - elapsed: the time since the call of ``pendingSignIn()``. A step that has timed out in the meantime ends at
    ///     the next answer.
    /// - Returns: the current step of the sign-in, even if an error led to it before.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if the state is damaged or belongs to another version of the flow,
    ///   or if a user is signed in; ``AuthError/configuration(_:_:_:)`` if no app is configured; or the flow's errors.
    public func resumeSignIn(_ state: FlowSessionState, elapsed: Duration = .zero) async throws -> AuthSignInResult {
        let client = try configuredClient()
        try await requireSignedOut(client)
        // A state without a step or an outcome was taken before the start.
        let runner = try? client.app.runner(.amplify, restoring: state, elapsed: elapsed)
        guard let runner, await runner.step != nil else {
            throw AuthError.invalidState("This sign-in can no longer be resumed", "Call signIn")
        }
        return try await resume(client, with: runner, nil)
    }
}

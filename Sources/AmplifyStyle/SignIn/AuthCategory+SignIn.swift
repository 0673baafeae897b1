import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import FlowSealing

extension AuthCategory {
    /// Signs a user in. It replaces a pending sign-in.
    /// - Parameters:
    ///   - username: the username, or an alias.
    ///   - password: the password, if the authentication flow needs one.
    ///   - options: the authentication flow and its metadata; nil for the configured flow.
    /// - Returns: the next step, which is `done` if the user is signed in.
    /// - Throws: ``AuthError`` if the sign-in has failed, or if a user is already signed in.
    public func signIn(
        username: String? = nil, password: String? = nil, options: AuthSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        let plugin = options?.pluginOptions
        var inputs = JSONValue.inputs([
            "username": .text(username), "password": .text(password), "clientMetadata": .map(plugin?.metadata),
            "validationData": .map(plugin?.validationData),
        ])
        if let flow = plugin?.authFlowType { inputs = inputs.adding(flow.inputs) }
        return try await startSignIn(inputs)
    }

    /// Signs in the user who has just signed up, without a password.
    ///
    /// Each confirmed sign-up allows one call.
    /// - Returns: the next step, which is `done` if the user is signed in.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if no sign-up was confirmed.
    public func autoSignIn() async throws -> AuthSignInResult {
        let confirmedSignUp = content.withLock { content in
            defer { content.confirmedSignUp = nil }
            return content.confirmedSignUp
        }
        guard let confirmedSignUp else {
            throw AuthError.invalidState(
                "No sign-up was confirmed", "Call signUp and confirmSignUp before autoSignIn")
        }
        return try await startSignIn(
            .inputs([
                "username": .string(confirmedSignUp.username), "flowType": "autoSignIn",
                "signUpSession": .string(confirmedSignUp.session), "signUpUserId": .text(confirmedSignUp.userID),
            ]))
    }

    /// Answers the current step with a code, a password, an address or a choice.
    ///
    /// If the answer is rejected, the step remains and can be answered again.
    /// - Parameters:
    ///   - challengeResponse: the value that the step asks for. It must not be empty.
    ///   - options: attributes and metadata that accompany the answer.
    /// - Returns: the next step, which is `done` if the user is signed in.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending.
    public func confirmSignIn(
        challengeResponse: String, options: AuthConfirmSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        guard !challengeResponse.isEmpty else {
            throw AuthError.validation("challengeResponse", "The answer is empty", "Provide what the step asks for")
        }
        guard let signIn = content.now.signIn else { throw Self.noSignIn }
        guard let asked = await signIn.runner.step?.presentation else {
            // An answer after a successful sign-in changes nothing.
            if await signIn.isDone { return AuthSignInResult(nextStep: .done) }
            throw Self.noSignIn
        }
        let plugin = options?.pluginOptions
        let others = JSONValue.inputs([
            "userAttributes": .map(plugin?.userAttributes?.byName), "clientMetadata": .map(plugin?.metadata),
            "friendlyDeviceName": .text(plugin?.friendlyDeviceName),
        ])
        return try await process(
            signIn.runner.submit(asked.asks.answers(challengeResponse, adding: others)), in: signIn,
            asked.asks.arguments(answer: "challengeResponse"))
    }

    /// Requests another code by starting the sign-in again with the same inputs.
    /// - Returns: the step that asks for the new code.
    /// - Throws: ``AuthError``, such as ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending.
    public func resendSignInCode() async throws -> AuthSignInResult {
        guard let signIn = content.now.signIn, await signIn.runner.step?.presentation != nil else {
            throw Self.noSignIn
        }
        return try await process(signIn.runner.send("resend"), in: signIn)
    }

    /// Cancels the pending sign-in, and invalidates its sealed bytes.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending; ``AuthError/service(_:_:_:)`` if the sealed
    ///   bytes may still be valid, since the store of pending sign-ins did not answer. In that case, call this again.
    public func cancelSignIn() async throws {
        guard let signIn = content.now.signIn, await signIn.runner.step?.presentation != nil else {
            throw Self.noSignIn
        }
        try await signIn.cancel()
    }

    private static let noSignIn = AuthError.invalidState(
        "No sign-in is pending", "Call signIn before you answer a step")

    /// Cancels the current sign-in, and starts another.
    /// - Returns: the next step of the new sign-in.
    /// - Throws: an error if a user is already signed in, or if the sign-in has failed.
    private func startSignIn(_ inputs: JSONValue) async throws(AuthError) -> AuthSignInResult {
        try await requireSignedOut()
        let signIn = try makeSignIn()
        try await makeCurrent(signIn)
        let allInputs = signIn.app.clientInputs.adding(sharedInputs(of: signIn.app)).adding(inputs)
        return try await process(signIn.runner.start(allInputs), in: signIn, ["validation": "password"])
    }

    /// Checks that no user is signed in.
    /// - Throws: an error if a user is signed in whose tokens the service still accepts.
    func requireSignedOut() async throws(AuthError) {
        let keeper = try tokenKeeper()
        do throws(StyleFailure) {
            if try await keeper.canStartSignIn() { return }
        } catch {
            throw AuthError(error)
        }
        throw .invalidState("A user is already signed in", "Call signOut before another user signs in")
    }

    /// Returns the inputs that every sign-in of an app has, such as whether the app can use passkeys.
    private func sharedInputs(of app: CognitoApp) -> JSONValue {
        var members = app.signInInputs.members ?? []
        if app.handlers["credentials.fetch"] == nil { members.removeAll { $0.name == "has-identity-pool" } }
        let canUsePasskeys = app.settings.passkeys != nil || app.handlers["passkey.assert"] != nil
        return JSONValue.object(members).adding(["can-use-passkeys": .bool(canUsePasskeys)])
    }

    /// Creates a sign-in, without starting it. It has a journal if the app configures sealing.
    private func makeSignIn() throws(AuthError) -> SignIn {
        let (app, keeper) = (try configuredApp(), try tokenKeeper())
        let journal = try? app.sealing?.journal(of: .amplify, in: app)
        return SignIn(app: app, keeper: keeper, runner: try makeRunner(.amplify, app, journal), journal: journal)
    }

    /// Cancels the current sign-in, and makes another one the current sign-in.
    /// - Throws: ``AuthError`` if the current sign-in cannot be cancelled. It then remains the current one.
    func makeCurrent(_ signIn: SignIn) async throws(AuthError) {
        try await content.now.signIn?.cancel()
        let replaced = content.withLock { content in
            defer { content.signIn = signIn }
            return content.signIn
        }
        // Another call may have started a sign-in in the meantime.
        try await replaced?.cancel()
    }

    /// Removes the current sign-in, unless another one has replaced the given sign-in.
    func remove(_ signIn: SignIn) {
        content.withLock { if $0.signIn?.runner === signIn.runner { $0.signIn = nil } }
    }

    /// Processes a step of a sign-in, and returns it as a result. If the sign-in has succeeded, it stores the tokens.
    /// - Parameters:
    ///   - step: the step that the last event has led to.
    ///   - signIn: the step's sign-in. If another one has replaced it, its tokens are not stored.
    ///   - arguments: the call's argument names, by the flow's names for them, if they differ.
    /// - Returns: the next step.
    /// - Throws: the error of the step. If the sign-in has ended with the error, it is removed.
    func process(
        _ step: FlowStep, in signIn: SignIn, _ arguments: [String: String] = [:]
    ) async throws(AuthError) -> AuthSignInResult {
        do throws(StyleFailure) {
            let current = try step.result(arguments)
            let next = try nextStep(for: current)
            if let tokens = CognitoTokens(current), current.isOutcome {
                let signOuts = signIn.keeper.cache.signOuts
                guard content.now.signIn?.runner === signIn.runner else {
                    throw StyleFailure(type: "superseded", message: "The sign-in was cancelled", isRefusal: true)
                }
                try await signIn.keeper.store(tokens, of: current.text("username") ?? "", since: signOuts)
            }
            return AuthSignInResult(nextStep: next)
        } catch {
            // After such an outcome, the flow accepts no event, and the sign-in's data is no longer needed.
            if let outcome = step.outcome, outcome.step != "DONE" { remove(signIn) }
            throw AuthError(error)
        }
    }

    /// Returns Amplify's case for a step of the flow.
    /// - Throws: `unknown-step` if Amplify has no such case; the error that led to the step, unless the case itself
    ///   explains the error.
    private func nextStep(for step: StyleStep) throws(StyleFailure) -> AuthSignInStep {
        guard let next = AuthSignInStep(step) else {
            throw StyleFailure(type: "unknown-step", message: "Amplify has no case for the step \(step.name)")
        }
        if let error = step.error, !next.isInstruction { throw StyleFailure(error) }
        return next
    }
}

extension AuthCategory.SignIn {
    /// Cancels the sign-in, and invalidates its sealed bytes. A sign-in that has ended does not change.
    /// - Throws: an error if the sealed bytes may still be valid.
    func cancel() async throws(AuthError) {
        // A sign-in that has ended refuses the cancellation, which has no effect then.
        _ = await runner.cancel()
        do throws(FlowSnapshotError) {
            try await journal?.giveUp()
        } catch {
            throw AuthError(StyleFailure(type: error.code, message: "", isRefusal: true))
        }
    }

    /// Whether the sign-in has succeeded.
    var isDone: Bool {
        get async { await runner.step?.outcome?.step == "DONE" }
    }
}

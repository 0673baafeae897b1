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
    ///   - options: the authentication flow and its metadata.
    /// - Returns: the next step.
    /// - Throws: ``AuthError`` if the sign-in has failed.
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
    /// - Returns: the next step.
    /// - Throws: ``AuthError``; ``AuthError/invalidState(_:_:_:)`` if no sign-up was confirmed.
    public func autoSignIn() async throws -> AuthSignInResult {
        let signedUp = content.withLock { content in
            defer { content.signedUp = nil }
            return content.signedUp
        }
        guard let signedUp else {
            throw AuthError.invalidState(
                "No sign-up was confirmed", "Call signUp and confirmSignUp before autoSignIn")
        }
        return try await startSignIn(
            .inputs([
                "username": .string(signedUp.username), "flowType": "autoSignIn",
                "signUpSession": .string(signedUp.session), "signUpUserId": .text(signedUp.userID),
            ]))
    }

    /// Answers the current step: a code, password, address or choice.
    ///
    /// If the answer is rejected, the step remains and can be answered again.
    /// - Parameters:
    ///   - challengeResponse: the answer.
    ///   - options: attributes and metadata for the answer.
    /// - Returns: the next step.
    /// - Throws: ``AuthError``.
    public func confirmSignIn(
        challengeResponse: String, options: AuthConfirmSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        guard !challengeResponse.isEmpty else {
            throw AuthError.validation("challengeResponse", "The answer is empty", "Provide what the step asks for")
        }
        guard let signIn = content.now.signIn else { throw Self.noSignIn }
        guard let asked = await signIn.runner.step?.presentation else {
            if await signIn.isDone { return AuthSignInResult(nextStep: .done) }
            throw Self.noSignIn
        }
        let plugin = options?.pluginOptions
        let others = JSONValue.inputs([
            "userAttributes": .map(plugin?.userAttributes?.byName), "clientMetadata": .map(plugin?.metadata),
            "friendlyDeviceName": .text(plugin?.friendlyDeviceName),
        ])
        return try await result(
            of: signIn.runner.submit(asked.asks.answers(challengeResponse, others)), in: signIn,
            asked.asks.arguments(answer: "challengeResponse"))
    }

    /// Requests another code, for which the sign-in starts again.
    /// - Returns: the step that asks for the new code.
    /// - Throws: ``AuthError``; ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending.
    public func resendSignInCode() async throws -> AuthSignInResult {
        guard let signIn = content.now.signIn, await signIn.runner.step?.presentation != nil else {
            throw Self.noSignIn
        }
        return try await result(of: signIn.runner.send("resend"), in: signIn)
    }

    /// Cancels the pending sign-in.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if none is pending; ``AuthError/service(_:_:_:)`` if it could not
    ///   be removed from the store of pending sign-ins. In that case, its sealed bytes may still be valid: call this
    ///   again.
    public func cancelSignIn() async throws {
        guard let signIn = content.now.signIn, await signIn.runner.step?.presentation != nil else {
            throw Self.noSignIn
        }
        try await signIn.cancel()
    }

    private static let noSignIn = AuthError.invalidState(
        "No sign-in is pending", "Call signIn before you answer a step")

    /// Starts a sign-in in place of the current one.
    private func startSignIn(_ inputs: JSONValue) async throws(AuthError) -> AuthSignInResult {
        try await requireSignedOut()
        let signIn = try makeSignIn()
        try await install(signIn)
        let all = signIn.app.clientInputs.adding(sharedInputs(of: signIn.app)).adding(inputs)
        return try await result(of: signIn.runner.start(all), in: signIn, ["validation": "password"])
    }

    /// Checks that no user is signed in.
    /// - Throws: an error if a user is signed in whose tokens the service still accepts.
    func requireSignedOut() async throws(AuthError) {
        let keeper = try keeper()
        do throws(StyleFailure) {
            if try await keeper.canStartSignIn() { return }
        } catch {
            throw AuthError(error)
        }
        throw .invalidState("A user is already signed in", "Call signOut before another user signs in")
    }

    /// Returns the inputs of every sign-in, such as whether the app can use passkeys.
    private func sharedInputs(of app: CognitoApp) -> JSONValue {
        var members = app.signInInputs.members ?? []
        if app.handlers["credentials.fetch"] == nil { members.removeAll { $0.name == "has-identity-pool" } }
        let canUsePasskeys = app.settings.passkeys != nil || app.handlers["passkey.assert"] != nil
        return JSONValue.object(members).adding(["can-use-passkeys": .bool(canUsePasskeys)])
    }

    /// Returns a new sign-in that has not started.
    private func makeSignIn() throws(AuthError) -> SignIn {
        let (app, keeper) = (try app(), try keeper())
        let journal = try? app.sealing?.journal(of: .amplify, in: app)
        return SignIn(app: app, keeper: keeper, runner: try runner(.amplify, app, journal), journal: journal)
    }

    /// Cancels the current sign-in, and replaces it.
    /// - Throws: an error if the current sign-in cannot be cancelled. It then stays the current one.
    func install(_ signIn: SignIn) async throws(AuthError) {
        try await content.now.signIn?.cancel()
        let old = content.withLock { content in
            defer { content.signIn = signIn }
            return content.signIn
        }
        // Another call may have started a sign-in in the meantime.
        try await old?.cancel()
    }

    /// Removes a sign-in, unless another has replaced it.
    func remove(_ signIn: SignIn) {
        content.withLock { if $0.signIn?.runner === signIn.runner { $0.signIn = nil } }
    }

    /// Returns the result of a step. If the sign-in has succeeded, it first stores the tokens.
    /// - Parameters:
    ///   - step: the step.
    ///   - signIn: the sign-in. If another one has replaced it, its tokens are not stored.
    ///   - arguments: the names of the call's arguments that differ from the flow's, by the flow's names.
    /// - Returns: the result.
    /// - Throws: the error of the step. If the sign-in has failed for good, it is no longer the current one.
    func result(
        of step: FlowStep, in signIn: SignIn, _ arguments: [String: String] = [:]
    ) async throws(AuthError) -> AuthSignInResult {
        do throws(StyleFailure) {
            let standing = try step.result(arguments)
            let next = try nextStep(for: standing)
            if let tokens = CognitoTokens(standing), standing.isOutcome {
                let signOuts = signIn.keeper.cache.signOuts
                guard content.now.signIn?.runner === signIn.runner else {
                    throw StyleFailure(type: "superseded", message: "The sign-in was cancelled", isRefusal: true)
                }
                try await signIn.keeper.store(tokens, of: standing.text("username") ?? "", since: signOuts)
            }
            return AuthSignInResult(nextStep: next)
        } catch {
            // No event can follow such an outcome, so the sign-in's data is no longer needed.
            if let outcome = step.outcome, outcome.step != "DONE" { remove(signIn) }
            throw AuthError(error)
        }
    }

    /// Returns the case for a step.
    /// - Throws: the error that led to the step, unless the case itself explains the error.
    private func nextStep(for standing: StyleStep) throws(StyleFailure) -> AuthSignInStep {
        guard let next = AuthSignInStep(standing) else {
            throw StyleFailure(type: "unknown-step", message: "Amplify has no case for the step \(standing.name)")
        }
        if let error = standing.error, !next.isInstruction { throw StyleFailure(error) }
        return next
    }
}

extension AuthCategory.SignIn {
    /// Cancels the sign-in, and invalidates its sealed bytes. After the end it does nothing.
    func cancel() async throws(AuthError) {
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

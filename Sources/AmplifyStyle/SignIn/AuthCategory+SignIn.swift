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
        return try await begin(inputs)
    }

    /// Signs in the user who has just signed up, without a password.
    /// - Returns: the next step.
    /// - Throws: ``AuthError``; ``AuthError/invalidState(_:_:_:)`` if no sign-up was confirmed before.
    public func autoSignIn() async throws -> AuthSignInResult {
        let signedUp = content.withLock { content in
            defer { content.signedUp = nil }
            return content.signedUp
        }
        guard let signedUp else {
            throw AuthError.invalidState(
                "No sign-up was confirmed before", "Call signUp and confirmSignUp before autoSignIn")
        }
        return try await begin(
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
            throw AuthError.validation("challengeResponse", "The answer is empty", "Give what the step asks for")
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

    /// Requests another code; for this the sign-in starts again.
    /// - Returns: the step that waits for the new code.
    /// - Throws: ``AuthError``; ``AuthError/invalidState(_:_:_:)`` if no sign-in is pending.
    public func resendSignInCode() async throws -> AuthSignInResult {
        guard let signIn = content.now.signIn, await signIn.runner.step?.presentation != nil else {
            throw Self.noSignIn
        }
        return try await result(of: signIn.runner.send("resend"), in: signIn)
    }

    /// Cancels the pending sign-in.
    /// - Throws: ``AuthError/invalidState(_:_:_:)`` if none is pending; ``AuthError/service(_:_:_:)`` if it could not
    ///   be removed from the store of pending sign-ins. Then call again, since its sealed bytes may still be valid.
    public func cancelSignIn() async throws {
        guard let signIn = content.now.signIn, await signIn.runner.step?.presentation != nil else {
            throw Self.noSignIn
        }
        try await signIn.giveUp()
    }

    private static let noSignIn = AuthError.invalidState(
        "No sign-in is pending", "Call signIn before you answer a step of it")

    private func begin(_ inputs: JSONValue) async throws(AuthError) -> AuthSignInResult {
        try await requireNobody()
        let signIn = try conversation()
        try await install(signIn)
        let all = signIn.app.clientInputs.adding(facts(of: signIn.app)).adding(inputs)
        return try await result(of: signIn.runner.start(all), in: signIn, ["validation": "password"])
    }

    /// Throws if a user is signed in whose tokens the service accepts.
    func requireNobody() async throws(AuthError) {
        let keeper = try keeper()
        do throws(StyleFailure) {
            if try await keeper.canStartSignIn() { return }
        } catch {
            throw AuthError(error)
        }
        throw .invalidState("A user is signed in already", "Call signOut before another user signs in")
    }

    /// The inputs of every sign-in: whether the app has passkeys and an identity pool.
    private func facts(of app: CognitoApp) -> JSONValue {
        var members = app.signInInputs.members ?? []
        if app.handlers["credentials.fetch"] == nil { members.removeAll { $0.name == "has-identity-pool" } }
        let canUsePasskeys = app.settings.passkeys != nil || app.handlers["passkey.assert"] != nil
        return JSONValue.object(members).adding(["can-use-passkeys": .bool(canUsePasskeys)])
    }

    private func conversation() throws(AuthError) -> SignIn {
        let (app, keeper) = (try app(), try keeper())
        let journal = try? app.sealing?.journal(of: .amplify, in: app)
        return SignIn(app: app, keeper: keeper, runner: try runner(.amplify, app, journal), journal: journal)
    }

    /// Replaces the current sign-in.
    /// - Throws: the reason why it cannot be cancelled; it then remains.
    func install(_ signIn: SignIn) async throws(AuthError) {
        try await content.now.signIn?.giveUp()
        let old = content.withLock { content in
            defer { content.signIn = signIn }
            return content.signIn
        }
        // Another call may have started one meanwhile.
        try await old?.giveUp()
    }

    /// Removes a sign-in, unless another has replaced it.
    func drop(_ signIn: SignIn) {
        content.withLock { if $0.signIn?.runner === signIn.runner { $0.signIn = nil } }
    }

    func result(
        of step: FlowStep, in signIn: SignIn, _ arguments: [String: String] = [:]
    ) async throws(AuthError) -> AuthSignInResult {
        do throws(StyleFailure) {
            let standing = try step.result(arguments)
            let next = try caseFor(standing)
            if let tokens = CognitoTokens(standing), standing.isOutcome {
                let signOuts = signIn.keeper.cache.signOuts
                guard content.now.signIn?.runner === signIn.runner else {
                    throw StyleFailure(type: "superseded", message: "The sign-in was given up", isRefusal: true)
                }
                try await signIn.keeper.store(tokens, of: standing.text("username") ?? "", since: signOuts)
            }
            return AuthSignInResult(nextStep: next)
        } catch {
            // No event follows such an outcome, so the sign-in's data goes with it.
            if let outcome = step.outcome, outcome.step != "DONE" { drop(signIn) }
            throw AuthError(error)
        }
    }

    /// The case for a step.
    /// - Throws: the error that led to the step, unless the step is an instruction.
    private func caseFor(_ standing: StyleStep) throws(StyleFailure) -> AuthSignInStep {
        guard let next = AuthSignInStep(standing) else {
            throw StyleFailure(type: "unknown-step", message: "Amplify has no case for the step \(standing.name)")
        }
        if let error = standing.error, !next.isInstruction { throw StyleFailure(error) }
        return next
    }
}

extension AuthCategory.SignIn {
    /// Cancels the sign-in and invalidates its sealed bytes. It does nothing after the end.
    func giveUp() async throws(AuthError) {
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

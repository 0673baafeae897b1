import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Registers a user. It replaces a pending sign-up.
    /// - Parameters:
    ///   - username: the username to register.
    ///   - password: the user's password; nil if the pool signs in without passwords.
    ///   - options: attributes, and `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step: to confirm the sign-up with a code, to call ``autoSignIn()``, or `done`.
    /// - Throws: ``AuthError``.
    public func signUp(
        username: String, password: String? = nil, options: AuthSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let app = try configuredApp()
        let runner = try makeRunner(.register, app)
        content.withLock { content in
            content.signUp = (username, runner)
            content.confirmedSignUp = nil
        }
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .text(password),
            "userAttributes": .map(options?.userAttributes?.byName),
            "validationData": .map(options?.pluginOptions?.validationData),
            "clientMetadata": .map(options?.pluginOptions?.metadata),
        ])
        return try process(await runner.start(app.clientInputs.adding(inputs)), of: username)
    }

    /// Confirms a registration with the code that was sent.
    ///
    /// It continues the user's pending sign-up. If there is none, for example after a restart of the app, it sends the code
    /// in a new request.
    /// - Parameters:
    ///   - username: the registered user.
    ///   - confirmationCode: the code that the user received.
    ///   - options: whether to take an alias from another user, and `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step: to call ``autoSignIn()``, or `done`.
    /// - Throws: ``AuthError``.
    public func confirmSignUp(
        for username: String, confirmationCode: String, options: AuthConfirmSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let plugin = options?.pluginOptions
        let answers = JSONValue.inputs([
            "code": .string(confirmationCode), "forceAliasCreation": plugin?.forceAliasCreation.map { .bool($0) },
            "clientMetadata": .map(plugin?.metadata),
        ])
        if let runner = await pendingSignUp(of: username) {
            return try process(await runner.submit(answers), of: username)
        }
        let app = try configuredApp()
        let inputs: JSONValue = ["task": "confirm", "username": .string(username)]
        let runner = try makeRunner(.register, app)
        return try process(
            await runner.start(app.clientInputs.adding(inputs).adding(answers)), of: username)
    }

    /// Sends the sign-up code again.
    ///
    /// It continues the user's pending sign-up. If there is none, or if there is metadata, it sends a separate request.
    /// - Parameters:
    ///   - username: the registered user.
    ///   - options: `ClientMetadata` for the pool's triggers.
    /// - Returns: the code's destination.
    /// - Throws: ``AuthError``.
    @discardableResult
    public func resendSignUpCode(
        for username: String, options: AuthResendSignUpCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        let metadata = options?.pluginOptions?.metadata
        guard metadata == nil, let runner = await pendingSignUp(of: username) else {
            return AuthCodeDeliveryDetails(
                try await run(
                    .register,
                    ["task": "resend", "username": .string(username), "clientMetadata": .map(metadata)]))
        }
        do throws(StyleFailure) {
            return AuthCodeDeliveryDetails(try await runner.send("resend").resultWithoutError())
        } catch {
            throw AuthError(error)
        }
    }

    /// Returns the runner of a user's pending sign-up, or nil if there is none.
    private func pendingSignUp(of username: String) async -> FlowRunner<ContinuousClock>? {
        guard let signUp = content.now.signUp, signUp.username == username,
            await signUp.runner.step?.presentation != nil
        else { return nil }
        return signUp.runner
    }

    /// Processes a step of a sign-up, and returns it as a result. If the step shows a session, it stores the session for
    /// ``autoSignIn()``.
    private func process(_ step: FlowStep, of username: String) throws(AuthError) -> AuthSignUpResult {
        do throws(StyleFailure) {
            let current = try step.resultWithoutError(["code": "confirmationCode"])
            if let session = current.text("session") {
                content.withLock { $0.confirmedSignUp = (username, session, current.text("userSub")) }
            }
            return AuthSignUpResult(current)
        } catch {
            throw AuthError(error)
        }
    }
}

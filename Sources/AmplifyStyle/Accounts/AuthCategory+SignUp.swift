import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Registers a user.
    /// - Parameters:
    ///   - username: the name.
    ///   - password: the password; none where the pool signs in without.
    ///   - options: attributes, and what the triggers are told.
    /// - Returns: what is needed next.
    /// - Throws: ``AuthError``.
    public func signUp(
        username: String, password: String? = nil, options: AuthSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let app = try app()
        let runner = try runner(.register, app)
        content.withLock { content in
            content.signUp = (username, runner)
            content.signedUp = nil
        }
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .text(password),
            "userAttributes": .map(options?.userAttributes?.byName),
            "validationData": .map(options?.pluginOptions?.validationData),
            "clientMetadata": .map(options?.pluginOptions?.metadata),
        ])
        return try result(await runner.start(app.clientInputs.adding(inputs)), of: username)
    }

    /// Confirms a registration with the code that was sent.
    /// - Parameters:
    ///   - username: the name.
    ///   - confirmationCode: the code.
    ///   - options: what goes with it.
    /// - Returns: what is needed next.
    /// - Throws: ``AuthError``.
    public func confirmSignUp(
        for username: String, confirmationCode: String, options: AuthConfirmSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        let plugin = options?.pluginOptions
        let answers = JSONValue.inputs([
            "code": .string(confirmationCode), "forceAliasCreation": plugin?.forceAliasCreation.map { .bool($0) },
            "clientMetadata": .map(plugin?.metadata),
        ])
        if let runner = await signUp(of: username) {
            return try result(await runner.submit(answers), of: username)
        }
        let app = try app()
        let inputs: JSONValue = ["task": "confirm", "username": .string(username)]
        let runner = try runner(.register, app)
        return try result(
            await runner.start(app.clientInputs.adding(inputs).adding(answers)), of: username)
    }

    /// Sends the code of a registration once more.
    /// - Parameters:
    ///   - username: the name.
    ///   - options: what the triggers are told.
    /// - Returns: where it went.
    /// - Throws: ``AuthError``.
    @discardableResult
    public func resendSignUpCode(
        for username: String, options: AuthResendSignUpCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        let metadata = options?.pluginOptions?.metadata
        guard metadata == nil, let runner = await signUp(of: username) else {
            return AuthCodeDeliveryDetails(
                try await run(
                    .register,
                    ["task": "resend", "username": .string(username), "clientMetadata": .map(metadata)]))
        }
        do throws(StyleFailure) {
            return AuthCodeDeliveryDetails(try await runner.send("resend").settled())
        } catch {
            throw AuthError(error)
        }
    }

    /// The sign-up of that user, if it waits for its code: its session signs in without a password afterwards.
    private func signUp(of username: String) async -> FlowRunner<ContinuousClock>? {
        guard let signUp = content.now.signUp, signUp.username == username,
            await signUp.runner.step?.presentation != nil
        else { return nil }
        return signUp.runner
    }

    /// Keeps the session, by which ``autoSignIn()`` signs in once.
    private func result(_ step: FlowStep, of username: String) throws(AuthError) -> AuthSignUpResult {
        do throws(StyleFailure) {
            let settled = try step.settled(["code": "confirmationCode"])
            if let session = settled.text("session") {
                content.withLock { $0.signedUp = (username, session, settled.text("userSub")) }
            }
            return AuthSignUpResult(settled)
        } catch {
            throw AuthError(error)
        }
    }
}

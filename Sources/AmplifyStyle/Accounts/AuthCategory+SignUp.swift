import CognitoFlows
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
        content.withLock { content in
            content.isSigningUp = username
            content.signedUp = nil
        }
        let step = try await run(
            .register,
            [
                "username": .string(username), "password": .text(password),
                "userAttributes": .map(options?.userAttributes?.byName),
                "validationData": .map(options?.pluginOptions?.validationData),
                "clientMetadata": .map(options?.pluginOptions?.metadata),
            ])
        return result(step, of: username)
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
        let session = content.withLock { $0.isSigningUp == username ? $0.signedUp?.session : nil }
        let step = try await run(
            .register,
            [
                "task": "confirm", "username": .string(username), "code": .string(confirmationCode),
                "session": .text(session), "clientMetadata": .map(options?.pluginOptions?.metadata),
                "forceAliasCreation": options?.pluginOptions?.forceAliasCreation.map { .bool($0) },
            ])
        return result(step, of: username)
    }

    /// Sends the code of a registration once more.
    /// - Parameter username: the name.
    /// - Returns: where it went.
    /// - Throws: ``AuthError``.
    @discardableResult
    public func resendSignUpCode(for username: String) async throws -> AuthCodeDeliveryDetails {
        AuthCodeDeliveryDetails(try await run(.register, ["task": "resend", "username": .string(username)]))
    }

    /// Keeps the session, by which ``autoSignIn()`` signs in once.
    private func result(_ step: StyleStep, of username: String) -> AuthSignUpResult {
        content.withLock { $0.signedUp = (username, step.text("session")) }
        return AuthSignUpResult(step)
    }
}

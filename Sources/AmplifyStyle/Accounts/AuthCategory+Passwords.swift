import CognitoFlows
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Begins the reset of a forgotten password: a code is sent.
    /// - Parameters:
    ///   - username: the name.
    ///   - options: what the triggers are told.
    /// - Returns: where the code went.
    /// - Throws: ``AuthError``.
    public func resetPassword(
        for username: String, options: AuthResetPasswordRequest.Options? = nil
    ) async throws -> AuthResetPasswordResult {
        let step = try await run(
            .forgottenPassword,
            ["username": .string(username), "clientMetadata": .map(options?.pluginOptions?.metadata)])
        return AuthResetPasswordResult(
            nextStep: step.isOutcome ? .done : .confirmResetPasswordWithCode(AuthCodeDeliveryDetails(step), [:]))
    }

    /// Ends the reset with the code. The user is not signed in by it.
    /// - Parameters:
    ///   - username: the name.
    ///   - newPassword: the new password.
    ///   - confirmationCode: the code.
    ///   - options: what the triggers are told.
    /// - Throws: ``AuthError``.
    public func confirmResetPassword(
        for username: String, with newPassword: String, confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options? = nil
    ) async throws {
        _ = try await run(
            .forgottenPassword,
            [
                "task": "confirm", "username": .string(username), "code": .string(confirmationCode),
                "newPassword": .string(newPassword), "clientMetadata": .map(options?.pluginOptions?.metadata),
            ])
    }

    /// Changes the password of who is signed in.
    /// - Parameters:
    ///   - oldPassword: the password so far.
    ///   - newPassword: the new one.
    /// - Throws: ``AuthError``.
    public func update(oldPassword: String, to newPassword: String) async throws {
        _ = try await run(
            .changePassword,
            [
                "accessToken": try await accessToken(), "previousPassword": .string(oldPassword),
                "newPassword": .string(newPassword),
            ])
    }
}

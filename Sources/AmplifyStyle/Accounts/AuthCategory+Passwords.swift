import CognitoFlows
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Starts a password reset. The service sends a code.
    /// - Parameters:
    ///   - username: the user whose password to reset.
    ///   - options: `ClientMetadata` for the pool's triggers.
    /// - Returns: the next step, with the code's destination.
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

    /// Completes a password reset with the code. It does not sign the user in.
    /// - Parameters:
    ///   - username: the user who received the code.
    ///   - newPassword: the password to set.
    ///   - confirmationCode: the code that the user received.
    ///   - options: `ClientMetadata` for the pool's triggers.
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

    /// Changes the password of the signed-in user.
    /// - Parameters:
    ///   - oldPassword: the current password, which the service verifies.
    ///   - newPassword: the password to set.
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

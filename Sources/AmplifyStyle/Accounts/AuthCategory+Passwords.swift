import CognitoFlows
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
        let result = try await run(
            ShippedFlow.ForgottenPassword.self,
            .init(username: username, clientMetadata: options?.pluginOptions?.metadata?.nonEmpty))
        switch result {
        case .done: return AuthResetPasswordResult(nextStep: .done)
        case .asks(let step):
            let details = AuthCodeDeliveryDetails(
                medium: step.deliveryMedium, address: step.destination, attribute: step.attributeName)
            return AuthResetPasswordResult(nextStep: .confirmResetPasswordWithCode(details, [:]))
        }
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
            ShippedFlow.ForgottenPassword.self,
            .init(
                username: username, clientMetadata: options?.pluginOptions?.metadata?.nonEmpty, code: confirmationCode,
                task: .confirm, newPassword: FlowSecret(newPassword)))
    }

    /// Changes the password of the signed-in user.
    /// - Parameters:
    ///   - oldPassword: the current password, which the service verifies.
    ///   - newPassword: the password to set.
    /// - Throws: ``AuthError``.
    public func update(oldPassword: String, to newPassword: String) async throws {
        _ = try await run(
            ShippedFlow.ChangePassword.self,
            .init(
                accessToken: try await accessToken(), previousPassword: FlowSecret(oldPassword),
                newPassword: FlowSecret(newPassword)))
    }
}

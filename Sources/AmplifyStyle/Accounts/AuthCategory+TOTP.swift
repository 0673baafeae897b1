import CognitoFlows

extension AuthCategory {
    /// Starts the set-up of an authenticator app for the signed-in user.
    /// - Returns: the secret and the account name for the authenticator app.
    /// - Throws: ``AuthError``.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        let user = try await getCurrentUser()
        let result = try await run(
            ShippedFlow.TurnOnMFA.self, .init(accessToken: try await accessToken(), task: .associate))
        let secret =
            switch result {
            case .asks(let step): step.sharedSecret
            case .done(let outcome): outcome.sharedSecret
            }
        return TOTPSetupDetails(sharedSecret: secret ?? "", username: user.username)
    }

    /// Completes the set-up of an authenticator app with its first code.
    /// - Parameters:
    ///   - code: the code that the authenticator app shows.
    ///   - friendlyDeviceName: a name for the device with the authenticator app; nil for no name.
    /// - Throws: ``AuthError``.
    public func verifyTOTPSetup(code: String, friendlyDeviceName: String? = nil) async throws {
        _ = try await run(
            ShippedFlow.TurnOnMFA.self,
            .init(
                accessToken: try await accessToken(), task: .verify, code: code,
                friendlyDeviceName: friendlyDeviceName))
    }
}

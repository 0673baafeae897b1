import CognitoFlows
import FlowCore
import FlowRuntime

extension AuthCategory {
    /// Starts the set-up of an authenticator app for the signed-in user.
    /// - Returns: the secret and the account name for the authenticator app.
    /// - Throws: ``AuthError``.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        let user = try await getCurrentUser()
        let step = try await run(.turnOnMFA, ["task": "associate", "accessToken": try await accessToken()])
        return TOTPSetupDetails(sharedSecret: step.text("sharedSecret") ?? "", username: user.username)
    }

    /// Completes the set-up of an authenticator app with its first code.
    /// - Parameters:
    ///   - code: the code that the authenticator app shows.
    ///   - friendlyDeviceName: a name for the device with the authenticator app; nil for no name.
    /// - Throws: ``AuthError``.
    public func verifyTOTPSetup(code: String, friendlyDeviceName: String? = nil) async throws {
        _ = try await run(
            .turnOnMFA,
            [
                "task": "verify", "accessToken": try await accessToken(), "code": .string(code),
                "friendlyDeviceName": .text(friendlyDeviceName),
            ])
    }
}

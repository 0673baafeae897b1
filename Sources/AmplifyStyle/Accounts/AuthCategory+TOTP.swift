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

    /// Completes the set-up with the authenticator app's first code.
    /// - Parameters:
    ///   - code: the code.
    ///   - friendlyDeviceName: the name of the device with the app.
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

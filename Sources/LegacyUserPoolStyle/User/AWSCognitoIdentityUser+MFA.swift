import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Sets second factors with the older API, which only supports text messages.
    /// - Parameter settings: the second factors to enable. If there are none, text messages are disabled.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func setUserSettings(
        _ settings: AWSCognitoIdentityUserSettings
    ) -> AWSTask<AWSCognitoIdentityUserSetUserSettingsResponse> {
        let options = settings.mfaOptions.map { JSONValue.string($0.json) }
        let inputs: JSONValue =
            options.isEmpty ? ["task": "no-settings"] : ["task": "settings", "mfaOptions": .array(options)]
        return runWithSession(.turnOnMFA, inputs) { _ in
            AWSCognitoIdentityUserSetUserSettingsResponse()
        }
    }

    /// Enables and disables second factors, and sets the preferred one.
    /// - Parameter preferences: the factors to change. A factor that is nil stays unchanged.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func setUserMfaPreference(
        _ preferences: AWSCognitoIdentityUserMfaPreferences
    ) -> AWSTask<AWSCognitoIdentityUserSetUserMfaPreferenceResponse> {
        runWithSession(.turnOnMFA, preferences.inputs.adding(["task": "preference"])) { _ in
            AWSCognitoIdentityUserSetUserMfaPreferenceResponse()
        }
    }

    /// Starts the set-up of an authenticator app.
    /// - Returns: the secret for the authenticator app.
    @discardableResult
    public func associateSoftwareToken() -> AWSTask<AWSCognitoIdentityUserAssociateSoftwareTokenResponse> {
        runWithSession(.turnOnMFA, ["task": "associate"]) { AWSCognitoIdentityUserAssociateSoftwareTokenResponse($0) }
    }

    /// Completes the set-up of an authenticator app with its first code.
    /// - Parameters:
    ///   - userCode: the code that the authenticator app shows.
    ///   - friendlyDeviceName: a name for the device with the authenticator app; nil for no name.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func verifySoftwareToken(
        _ userCode: String, friendlyDeviceName: String?
    ) -> AWSTask<AWSCognitoIdentityUserVerifySoftwareTokenResponse> {
        let inputs = JSONValue.inputs([
            "task": "verify", "code": .string(userCode), "friendlyDeviceName": .text(friendlyDeviceName),
        ])
        return runWithSession(.turnOnMFA, inputs) { _ in AWSCognitoIdentityUserVerifySoftwareTokenResponse() }
    }
}

import CognitoFlows
import FlowCore
import FlowRuntime

extension AWSCognitoIdentityUser {
    /// Sets second factors in the old way, which knows text messages alone.
    /// - Parameter settings: the factors.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func setUserSettings(
        _ settings: AWSCognitoIdentityUserSettings
    ) -> AWSTask<AWSCognitoIdentityUserSetUserSettingsResponse> {
        let options = settings.mfaOptions.map { JSONValue.string($0.json) }
        let inputs: JSONValue =
            options.isEmpty ? ["task": "no-settings"] : ["task": "settings", "mfaOptions": .array(options)]
        return account(.turnOnMFA, inputs) { _ in
            AWSCognitoIdentityUserSetUserSettingsResponse()
        }
    }

    /// Turns second factors on and off.
    /// - Parameter preferences: what to change.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func setUserMfaPreference(
        _ preferences: AWSCognitoIdentityUserMfaPreferences
    ) -> AWSTask<AWSCognitoIdentityUserSetUserMfaPreferenceResponse> {
        account(.turnOnMFA, preferences.inputs.adding(["task": "preference"])) { _ in
            AWSCognitoIdentityUserSetUserMfaPreferenceResponse()
        }
    }

    /// Begins to set an authenticator app up.
    /// - Returns: the secret that the app needs.
    @discardableResult
    public func associateSoftwareToken() -> AWSTask<AWSCognitoIdentityUserAssociateSoftwareTokenResponse> {
        account(.turnOnMFA, ["task": "associate"]) { AWSCognitoIdentityUserAssociateSoftwareTokenResponse($0) }
    }

    /// Ends the set-up of an authenticator app with its first code.
    /// - Parameters:
    ///   - userCode: the code.
    ///   - friendlyDeviceName: the name of the device with the app.
    /// - Returns: a task that ends when the service has answered.
    @discardableResult
    public func verifySoftwareToken(
        _ userCode: String, friendlyDeviceName: String?
    ) -> AWSTask<AWSCognitoIdentityUserVerifySoftwareTokenResponse> {
        let inputs = JSONValue.inputs([
            "task": "verify", "code": .string(userCode), "friendlyDeviceName": .text(friendlyDeviceName),
        ])
        return account(.turnOnMFA, inputs) { _ in AWSCognitoIdentityUserVerifySoftwareTokenResponse() }
    }
}

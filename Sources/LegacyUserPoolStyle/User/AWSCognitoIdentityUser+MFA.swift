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
        let options = settings.mfaOptions.map(\.json)
        return runWithSession(ShippedFlow.TurnOnMFA.self) {
            options.isEmpty
                ? .init(accessToken: $0, username: $1, task: .noSettings)
                : .init(accessToken: $0, username: $1, task: .settings, mfaOptions: options)
        } response: { _ in
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
        let (sms, totp) = (preferences.smsMfa?.sms, preferences.softwareTokenMfa?.totp)
        return runWithSession(ShippedFlow.TurnOnMFA.self) {
            .init(accessToken: $0, username: $1, task: .preference, sms: sms, totp: totp)
        } response: { _ in
            AWSCognitoIdentityUserSetUserMfaPreferenceResponse()
        }
    }

    /// Starts the set-up of an authenticator app.
    /// - Returns: the secret for the authenticator app.
    @discardableResult
    public func associateSoftwareToken() -> AWSTask<AWSCognitoIdentityUserAssociateSoftwareTokenResponse> {
        runWithSession(ShippedFlow.TurnOnMFA.self) {
            .init(accessToken: $0, username: $1, task: .associate)
        } response: {
            AWSCognitoIdentityUserAssociateSoftwareTokenResponse($0.outcome)
        }
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
        runWithSession(ShippedFlow.TurnOnMFA.self) {
            .init(
                accessToken: $0, username: $1, task: .verify, code: userCode, friendlyDeviceName: friendlyDeviceName)
        } response: { _ in
            AWSCognitoIdentityUserVerifySoftwareTokenResponse()
        }
    }
}

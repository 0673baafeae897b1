import CognitoFlows

/// Whether a second factor is enabled and preferred.
public final class AWSCognitoIdentityUserMfaType: Sendable {
    /// Whether the factor is enabled.
    public let enabled: Bool
    /// Whether an enabled factor is the preferred one.
    public let preferred: Bool

    /// Creates the setting of a factor. A factor can be preferred only if it is enabled.
    public init(enabled: Bool, preferred: Bool) {
        self.enabled = enabled
        self.preferred = preferred
    }

    /// The setting for codes by text message.
    var sms: ShippedFlow.TurnOnMFA.Inputs.SMSChoice { enabled ? preferred ? .preferred : .on : .off }

    /// The setting for an authenticator app.
    var totp: ShippedFlow.TurnOnMFA.Inputs.TOTPChoice { enabled ? preferred ? .preferred : .on : .off }
}

/// The second factors to change. A factor that is nil stays unchanged.
public final class AWSCognitoIdentityUserMfaPreferences {
    /// Codes by text message.
    public var smsMfa: AWSCognitoIdentityUserMfaType?
    /// An authenticator app.
    public var softwareTokenMfa: AWSCognitoIdentityUserMfaType?

    /// Creates preferences that change nothing.
    public init() {}
}

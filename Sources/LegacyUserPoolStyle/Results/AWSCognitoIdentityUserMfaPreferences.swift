import CognitoFlows
import FlowCore
import FlowRuntime

/// Whether a second factor is enabled, and preferred.
public final class AWSCognitoIdentityUserMfaType: Sendable {
    /// Whether it is enabled.
    public let enabled: Bool
    /// Whether it is preferred.
    public let preferred: Bool

    /// Creates a setting.
    public init(enabled: Bool, preferred: Bool) {
        self.enabled = enabled
        self.preferred = preferred
    }

    /// The flow's word for the setting.
    fileprivate var word: JSONValue { enabled ? preferred ? "preferred" : "on" : "off" }
}

/// Second factors to change. A nil factor stays unchanged.
public final class AWSCognitoIdentityUserMfaPreferences {
    /// Codes by text message.
    public var smsMfa: AWSCognitoIdentityUserMfaType?
    /// An authenticator app.
    public var softwareTokenMfa: AWSCognitoIdentityUserMfaType?

    /// Creates preferences that change nothing.
    public init() {}

    var inputs: JSONValue { .inputs(["sms": smsMfa?.word, "totp": softwareTokenMfa?.word]) }
}

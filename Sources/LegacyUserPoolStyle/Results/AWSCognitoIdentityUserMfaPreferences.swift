import CognitoFlows
import FlowCore
import FlowRuntime

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

    /// The setting as a word of the flow: `preferred`, `on` or `off`.
    fileprivate var word: JSONValue { enabled ? preferred ? "preferred" : "on" : "off" }
}

/// The second factors to change. A factor that is nil stays unchanged.
public final class AWSCognitoIdentityUserMfaPreferences {
    /// Codes by text message.
    public var smsMfa: AWSCognitoIdentityUserMfaType?
    /// An authenticator app.
    public var softwareTokenMfa: AWSCognitoIdentityUserMfaType?

    /// Creates preferences that change nothing.
    public init() {}

    /// The preferences as inputs of the flow, without unchanged factors.
    var inputs: JSONValue { .inputs(["sms": smsMfa?.word, "totp": softwareTokenMfa?.word]) }
}

import CognitoFlows
import FlowCore
import FlowRuntime

/// Whether a second factor is on, and preferred.
public final class AWSCognitoIdentityUserMfaType: Sendable {
    /// Whether it is on.
    public let enabled: Bool
    /// Whether it is asked for first.
    public let preferred: Bool

    /// Creates a setting.
    public init(enabled: Bool, preferred: Bool) {
        self.enabled = enabled
        self.preferred = preferred
    }

    /// The flow's word for it.
    fileprivate var word: JSONValue { enabled ? preferred ? "preferred" : "on" : "off" }
}

/// Second factors to change; one that is not given stays as it is.
public final class AWSCognitoIdentityUserMfaPreferences {
    /// Codes by text message.
    public var smsMfa: AWSCognitoIdentityUserMfaType?
    /// An authenticator app.
    public var softwareTokenMfa: AWSCognitoIdentityUserMfaType?

    /// Nothing to change.
    public init() {}

    /// For the flow.
    var inputs: JSONValue { .inputs(["sms": smsMfa?.word, "totp": softwareTokenMfa?.word]) }
}

import CognitoFlows
public import FlowCore
import FlowRuntime

/// A second factor by text message, for the older API ``AWSCognitoIdentityUser/setUserSettings(_:)``.
public final class AWSCognitoIdentityUserMFAOption: Redacted {
    /// The attribute that holds the phone number.
    public var attributeName: String?
    /// The medium of the codes.
    public var deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType.unknown

    /// Creates an empty option.
    public init() {}

    /// Creates an option from the service's JSON, or returns nil if the text is not a JSON object.
    convenience init?(json text: String) {
        guard let option = JSONValue(json: Array(text.utf8)), option.members != nil else { return nil }
        self.init()
        attributeName = option["AttributeName"]?.string
        deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType(option["DeliveryMedium"]?.string)
    }

    /// The option as the service's JSON, without values that are unknown.
    var json: String {
        let members = [("AttributeName", attributeName), ("DeliveryMedium", deliveryMedium.name)]
        let given = members.compactMap { name, text in text.map { JSONMember(name, .string($0)) } }
        return JSONValue.object(given).jsonText
    }
}

/// The second factors of ``AWSCognitoIdentityUser/setUserSettings(_:)``.
public final class AWSCognitoIdentityUserSettings: Redacted {
    /// The second factors; empty to disable them.
    public var mfaOptions: [AWSCognitoIdentityUserMFAOption] = []

    /// Creates settings without factors.
    public init() {}
}

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
public final class AWSCognitoIdentityUserMfaPreferences: Redacted {
    /// Codes by text message.
    public var smsMfa: AWSCognitoIdentityUserMfaType?
    /// An authenticator app.
    public var softwareTokenMfa: AWSCognitoIdentityUserMfaType?

    /// Creates preferences that change nothing.
    public init() {}
}

/// The set-up data of an authenticator app.
public final class AWSCognitoIdentityUserAssociateSoftwareTokenResponse: Sendable, Redacted {
    /// The shared secret in base32.
    public let secretCode: String?

    /// Creates the data from the flow's outcome. Without an outcome, there is no secret.
    init(_ outcome: ShippedFlow.TurnOnMFA.Outcome.Done?) {
        secretCode = outcome?.sharedSecret
    }
}

/// The status of an authenticator app's verification.
public enum AWSCognitoIdentityProviderVerifySoftwareTokenResponseType: Int, Sendable {
    /// The status is unknown.
    case unknown
    /// The code is correct.
    case success
    /// Never returned: if the code is wrong, the call fails.
    case error
}

/// The result of verifying an authenticator app.
public final class AWSCognitoIdentityUserVerifySoftwareTokenResponse: Sendable, Redacted {
    /// The status of the verification, which is always `success`.
    public let status = AWSCognitoIdentityProviderVerifySoftwareTokenResponseType.success
}

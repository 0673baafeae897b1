import CognitoFlows
public import FlowCore

/// A user attribute with its value.
public final class AWSCognitoIdentityUserAttributeType: Redacted {
    /// The name, such as `phone_number`.
    public var name: String?
    /// The value.
    public var value: String?

    /// Creates an attribute without a name.
    ///
    /// The result is implicitly unwrapped as in the SDK, so that `attribute?.name = …` compiles.
    public init!() {}

    /// Creates an attribute with a name and a value.
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}

extension [AWSCognitoIdentityUserAttributeType] {
    /// Creates attributes from their values by name, sorted by name.
    init(byName values: [String: String]) {
        self = values.sorted { $0.key < $1.key }.map { Element(name: $0.key, value: $0.value) }
    }

    /// The values by name. A nil value becomes an empty text, and an attribute without a name is omitted.
    ///
    /// If several attributes have the same name, the last one counts.
    var byName: [String: String] {
        var values: [String: String] = [:]
        for attribute in self {
            if let name = attribute.name { values[name] = attribute.value ?? "" }
        }
        return values
    }
}

extension [String: String] {
    /// Returns this map with attributes added, which take precedence, or nil if there are neither entries nor attributes.
    func adding(_ attributes: [AWSCognitoIdentityUserAttributeType]?) -> Self? {
        merging(attributes?.byName ?? [:]) { $1 }.nonEmpty
    }
}

/// The signed-in user's details.
///
/// Do not change the elements of its lists, since other threads may share them.
public final class AWSCognitoIdentityUserGetDetailsResponse: @unchecked Sendable, Redacted {
    /// The user's name.
    public let username: String?
    /// The attributes.
    public let userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// The second factors that were set with ``AWSCognitoIdentityUser/setUserSettings(_:)``.
    public let mfaOptions: [AWSCognitoIdentityUserMFAOption]?
    /// The preferred second factor.
    public let preferredMfaSetting: String?
    /// The enabled second factors.
    public let userMFASettingList: [String]?

    /// Creates the details from the flow's outcome.
    init(_ outcome: ShippedFlow.Attributes.Outcome.Done?) {
        username = outcome?.username
        userAttributes = outcome.map { [AWSCognitoIdentityUserAttributeType](byName: $0.userAttributes) }
        mfaOptions = outcome?.mfaOptions.compactMap { AWSCognitoIdentityUserMFAOption(json: $0) }
        preferredMfaSetting = outcome?.preferredMFASetting
        userMFASettingList = outcome?.mfaSettings
    }
}

/// The empty result of a call. The SDK has one such type for each call.
public final class AWSCognitoIdentityUserResponse: Sendable, Redacted {}

/// The empty result of confirming a sign-up.
public typealias AWSCognitoIdentityUserConfirmSignUpResponse = AWSCognitoIdentityUserResponse

/// The empty result of confirming a password reset.
public typealias AWSCognitoIdentityUserConfirmForgotPasswordResponse = AWSCognitoIdentityUserResponse

/// The empty result of changing a password.
public typealias AWSCognitoIdentityUserChangePasswordResponse = AWSCognitoIdentityUserResponse

/// The empty result of deleting attributes.
public typealias AWSCognitoIdentityUserDeleteAttributesResponse = AWSCognitoIdentityUserResponse

/// The empty result of verifying an attribute.
public typealias AWSCognitoIdentityUserVerifyAttributeResponse = AWSCognitoIdentityUserResponse

/// The empty result of setting second factors with the older API.
public typealias AWSCognitoIdentityUserSetUserSettingsResponse = AWSCognitoIdentityUserResponse

/// The empty result of setting second factors.
public typealias AWSCognitoIdentityUserSetUserMfaPreferenceResponse = AWSCognitoIdentityUserResponse

/// The empty result of changing a device's status.
public typealias AWSCognitoIdentityUserUpdateDeviceStatusResponse = AWSCognitoIdentityUserResponse

/// The empty result of a global sign-out.
public typealias AWSCognitoIdentityUserGlobalSignOutResponse = AWSCognitoIdentityUserResponse

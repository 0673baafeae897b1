import CognitoFlows
public import FlowCore
import FlowRuntime
public import Foundation

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
    /// Returns this map with added attributes, which take precedence over entries of the same name.
    /// - Returns: nil if there are neither entries nor attributes.
    func adding(_ attributes: [AWSCognitoIdentityUserAttributeType]?) -> Self? {
        merging(attributes?.byName ?? [:]) { $1 }.nonEmpty
    }
}

/// The signed-in user's details.
///
/// Do not change the elements of its lists, because other threads may share them.
public final class AWSCognitoIdentityUserGetDetailsResponse: @unchecked Sendable, Redacted {
    /// The user's name.
    public let username: String?
    /// The attributes.
    public let userAttributes: [AWSCognitoIdentityUserAttributeType]?
    /// The second factors that a call of ``AWSCognitoIdentityUser/setUserSettings(_:)`` has set.
    public let mfaOptions: [AWSCognitoIdentityUserMFAOption]?
    /// The preferred second factor.
    public let preferredMfaSetting: String?
    /// The enabled second factors.
    public let userMFASettingList: [String]?

    /// Creates the details from the flow's outcome. Without an outcome, all values are nil.
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

/// The result of a sign-up.
public final class AWSCognitoIdentityUserPoolSignUpResponse: Sendable, Redacted {
    /// The user, who may have to be confirmed.
    public let user: AWSCognitoIdentityUser
    private let isConfirmed: Bool
    /// The user's id (`sub`), or nil if the service did not return it.
    public let userSub: String?
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    /// Whether the user is confirmed, as a Boolean number. It is never nil.
    public var userConfirmed: NSNumber? { NSNumber(value: isConfirmed) }

    /// Creates the result of a sign-up, and sets the user's status.
    ///
    /// The user is confirmed if the flow has ended. Otherwise the step asks for the code.
    init(
        _ result: AccountResult<ShippedFlow.Register.ConfirmSignUp, ShippedFlow.Register.Outcome.Confirmed>,
        user: AWSCognitoIdentityUser
    ) {
        self.user = user
        switch result {
        case .asks(let step):
            isConfirmed = false
            userSub = step.userSub
            codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(
                step.deliveryMedium, step.destination, step.attributeName)
        case .done(let outcome):
            isConfirmed = true
            userSub = outcome.userSub
            codeDeliveryDetails = nil
        }
        user.confirmedStatus = isConfirmed ? .confirmed : .unconfirmed
    }
}

/// The result of a call that sends a code.
public final class AWSCognitoIdentityUserCodeResponse: Sendable, Redacted {
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    /// Creates the response from the values that a step shows. They are nil if the service sent no code.
    init(_ medium: String?, _ destination: String?, _ attributeName: String?) {
        codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(medium, destination, attributeName)
    }
}

/// The result of resending a sign-up code.
public typealias AWSCognitoIdentityUserResendConfirmationCodeResponse = AWSCognitoIdentityUserCodeResponse

/// The result of starting a password reset.
public typealias AWSCognitoIdentityUserForgotPasswordResponse = AWSCognitoIdentityUserCodeResponse

/// The result of sending an attribute's verification code.
public typealias AWSCognitoIdentityUserGetAttributeVerificationCodeResponse = AWSCognitoIdentityUserCodeResponse

/// The result of changing attributes.
public final class AWSCognitoIdentityUserUpdateAttributesResponse: Sendable, Redacted {
    /// The destinations of the codes that confirm new addresses.
    public let codeDeliveryDetailsList: [AWSCognitoIdentityProviderCodeDeliveryDetailsType]?

    /// Creates the response from the flow's outcome. Without an outcome, there is no list.
    init(_ outcome: ShippedFlow.Attributes.Outcome.Done?) {
        codeDeliveryDetailsList = outcome?.codeDeliveryDetails.compactMap {
            AWSCognitoIdentityProviderCodeDeliveryDetailsType(json: $0)
        }
    }
}

/// The destination of a code.
public final class AWSCognitoIdentityProviderCodeDeliveryDetailsType: Sendable, Redacted {
    /// The medium by which the service sends the code.
    public let deliveryMedium: AWSCognitoIdentityProviderDeliveryMediumType
    /// The destination, masked by the service.
    public let destination: String?
    /// The attribute that holds the destination, or nil if the service does not name it.
    public let attributeName: String?

    /// Creates a destination from the service's values. A nil or unknown medium becomes `unknown`.
    private init(medium: String?, destination: String?, attributeName: String?) {
        deliveryMedium = AWSCognitoIdentityProviderDeliveryMediumType(medium)
        self.destination = destination
        self.attributeName = attributeName
    }

    /// Creates the destination of the code that a step asks for.
    /// - Returns: nil if there is no medium, because the service sent no code.
    convenience init?(_ medium: String?, _ destination: String?, _ attributeName: String?) {
        guard let medium else { return nil }
        self.init(medium: medium, destination: destination, attributeName: attributeName)
    }

    /// Creates a destination from the service's JSON, or returns nil if the text is not a JSON object.
    convenience init?(json text: String) {
        guard let details = JSONValue(json: Array(text.utf8)), details.members != nil else { return nil }
        self.init(
            medium: details["DeliveryMedium"]?.string, destination: details["Destination"]?.string,
            attributeName: details["AttributeName"]?.string)
    }
}

/// The media by which the service sends codes.
public enum AWSCognitoIdentityProviderDeliveryMediumType: Int, Sendable {
    /// Any other medium, such as an authenticator app.
    case unknown
    /// A text message.
    case sms
    /// An email.
    case email

    /// The service's names of the media.
    private static let names: [(name: String, medium: Self)] = [("SMS", .sms), ("EMAIL", .email)]

    /// Creates a medium from the service's name. A nil or unknown name becomes `unknown`.
    init(_ name: String?) {
        self = Self.names.first { $0.name == name }?.medium ?? .unknown
    }

    /// The service's name for the medium, or nil if it is unknown.
    var name: String? { Self.names.first { $0.medium == self }?.name }
}

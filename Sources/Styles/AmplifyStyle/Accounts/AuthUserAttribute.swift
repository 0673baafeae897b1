public import FlowCore

/// The name of a user attribute, such as `email` or `custom:plan`.
public struct AuthUserAttributeKey: RawRepresentable, Sendable, Hashable {
    /// The name in the pool.
    public let rawValue: String

    /// Creates a key from a name in the pool.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The email address.
    public static let email = AuthUserAttributeKey(rawValue: "email")
    /// The phone number, with `+` and country code.
    public static let phoneNumber = AuthUserAttributeKey(rawValue: "phone_number")
    /// The name.
    public static let name = AuthUserAttributeKey(rawValue: "name")
    /// The given name.
    public static let givenName = AuthUserAttributeKey(rawValue: "given_name")
    /// The family name.
    public static let familyName = AuthUserAttributeKey(rawValue: "family_name")
    /// The preferred username.
    public static let preferredUsername = AuthUserAttributeKey(rawValue: "preferred_username")
    /// The nickname.
    public static let nickname = AuthUserAttributeKey(rawValue: "nickname")
    /// The address.
    public static let address = AuthUserAttributeKey(rawValue: "address")
    /// The date of birth.
    public static let birthDate = AuthUserAttributeKey(rawValue: "birthdate")
    /// The gender.
    public static let gender = AuthUserAttributeKey(rawValue: "gender")
    /// The locale.
    public static let locale = AuthUserAttributeKey(rawValue: "locale")
    /// The middle name.
    public static let middleName = AuthUserAttributeKey(rawValue: "middle_name")
    /// The address of a picture.
    public static let picture = AuthUserAttributeKey(rawValue: "picture")
    /// The address of a profile page.
    public static let profile = AuthUserAttributeKey(rawValue: "profile")
    /// The address of a website.
    public static let website = AuthUserAttributeKey(rawValue: "website")
    /// The time zone.
    public static let zoneInfo = AuthUserAttributeKey(rawValue: "zoneinfo")
    /// The user's id, which never changes.
    public static let sub = AuthUserAttributeKey(rawValue: "sub")
    /// When the attributes last changed.
    public static let updatedAt = AuthUserAttributeKey(rawValue: "updated_at")
    /// Whether the email address is verified.
    public static let emailVerified = AuthUserAttributeKey(rawValue: "email_verified")
    /// Whether the phone number is verified.
    public static let phoneNumberVerified = AuthUserAttributeKey(rawValue: "phone_number_verified")

    /// Returns the key of a custom attribute.
    /// - Parameter name: the attribute's name without the prefix `custom:`.
    /// - Returns: the key, with the prefix.
    public static func custom(_ name: String) -> AuthUserAttributeKey {
        AuthUserAttributeKey(rawValue: "custom:" + name)
    }

    /// Returns the key of any other attribute. It has the same effect as ``init(rawValue:)``.
    /// - Parameter name: the attribute's name in the pool.
    /// - Returns: the key.
    public static func unknown(_ name: String) -> AuthUserAttributeKey { AuthUserAttributeKey(rawValue: name) }
}

/// A user attribute with its value.
public struct AuthUserAttribute: Sendable, Equatable, Redacted {
    /// The attribute's name.
    public let key: AuthUserAttributeKey
    /// The attribute's value.
    public let value: String

    /// Creates an attribute with a name and a value.
    public init(_ key: AuthUserAttributeKey, value: String) {
        self.key = key
        self.value = value
    }
}

extension Sequence<AuthUserAttribute> {
    /// The values by name. If several attributes have the same name, the last one counts.
    var byName: [String: String] { Dictionary(map { ($0.key.rawValue, $0.value) }) { $1 } }
}

/// The next step of an attribute change.
public enum AuthUpdateAttributeStep: Sendable, Equatable, Redacted {
    /// Confirm the change with the code that the service sent to the new address.
    case confirmAttributeWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// The change is complete.
    case done
}

/// The result of an attribute change.
public struct AuthUpdateAttributeResult: Sendable, Equatable, Redacted {
    /// Whether the change is complete, so that the user does not have to enter a code.
    public let isUpdated: Bool
    /// The next step.
    public let nextStep: AuthUpdateAttributeStep

    /// Creates a result, for example in tests of the app.
    public init(isUpdated: Bool, nextStep: AuthUpdateAttributeStep) {
        self.isUpdated = isUpdated
        self.nextStep = nextStep
    }
}

/// The name of a user's attribute, as the pool has it: `email`, `custom:plan`.
public struct AuthUserAttributeKey: RawRepresentable, Sendable, Hashable {
    /// The name in the pool.
    public let rawValue: String

    /// A name in the pool.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The e-mail address.
    public static let email = AuthUserAttributeKey(rawValue: "email")
    /// The phone number, with `+` and country code.
    public static let phoneNumber = AuthUserAttributeKey(rawValue: "phone_number")
    /// The name.
    public static let name = AuthUserAttributeKey(rawValue: "name")
    /// The given name.
    public static let givenName = AuthUserAttributeKey(rawValue: "given_name")
    /// The family name.
    public static let familyName = AuthUserAttributeKey(rawValue: "family_name")
    /// The name that the user prefers.
    public static let preferredUsername = AuthUserAttributeKey(rawValue: "preferred_username")
    /// The nickname.
    public static let nickname = AuthUserAttributeKey(rawValue: "nickname")
    /// The address.
    public static let address = AuthUserAttributeKey(rawValue: "address")
    /// The day of birth.
    public static let birthDate = AuthUserAttributeKey(rawValue: "birthdate")
    /// The gender.
    public static let gender = AuthUserAttributeKey(rawValue: "gender")
    /// The language and country.
    public static let locale = AuthUserAttributeKey(rawValue: "locale")
    /// An attribute of the pool's own.
    public static func custom(_ name: String) -> AuthUserAttributeKey {
        AuthUserAttributeKey(rawValue: "custom:" + name)
    }
}

/// A user's attribute.
public struct AuthUserAttribute: Sendable, Equatable {
    /// Its name.
    public let key: AuthUserAttributeKey
    /// Its value.
    public let value: String

    /// An attribute.
    public init(_ key: AuthUserAttributeKey, value: String) {
        self.key = key
        self.value = value
    }
}

extension Sequence<AuthUserAttribute> {
    /// The attributes by name; of two with one name the last.
    var byName: [String: String] { Dictionary(map { ($0.key.rawValue, $0.value) }) { $1 } }
}

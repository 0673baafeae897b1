import CognitoHandlers
public import FlowCore

/// The configuration of a pool.
///
/// By default, every factor is available, and the app client permits every authentication flow.
public struct PoolConfiguration: Sendable, Equatable, Redacted {
    /// The pool's id, `REGION_NAME`.
    public var poolID = "us-east-1_Embedded1"
    /// The app clients.
    public var clients = [PoolClient()]
    /// The attributes with which users can sign in, in place of their username.
    ///
    /// The possible values are `email`, `phone_number` and `preferred_username`. Email addresses and phone numbers must
    /// be verified.
    public var aliasAttributes: Set<String> = ["email", "phone_number"]
    /// The attributes with which users sign up and sign in, instead of a username.
    ///
    /// The possible values are `email` and `phone_number`. Their values need not be verified. If the set is not empty,
    /// the pool generates usernames.
    public var usernameAttributes: Set<String> = []
    /// The attributes that users must have after they sign up or replace a temporary password.
    public var requiredAttributes: [String] = []
    /// The attributes that the pool verifies with a code.
    ///
    /// The possible values are `email` and `phone_number`. A sign-up verifies the first of these attributes that the
    /// user has.
    public var verifiedAttributes: [String] = ["email", "phone_number"]
    /// The requirements for passwords.
    public var passwordPolicy = PasswordPolicy()
    /// Whether a sign-in needs a second factor.
    public var mfa = MFARequirement.optional
    /// The available second factors.
    public var mfaFactors = MFAFactor.allCases
    /// The available first factors of `USER_AUTH`.
    public var firstFactors = FirstFactor.allCases
    /// Whether the pool remembers devices.
    public var devices = DeviceTracking.always
    /// The relying party's id for passkeys, which is a domain.
    public var relyingPartyID = "localhost"
    /// The permitted origins of passkeys.
    public var origins: Set<String> = ["https://localhost", "http://localhost"]
    /// Whether passkeys must verify the user, and not only their presence.
    ///
    /// If so, a sign-in with a passkey needs no second factor. Otherwise, the passkey counts as a single factor, and
    /// cannot be used if ``mfa`` is ``MFARequirement/on``.
    public var requiresUserVerification = false
    /// The time in seconds after which an SRP challenge expires.
    public var proofSeconds: Int64 = 60
    /// The time in minutes after which a code for a sign-up, an attribute or a password reset expires.
    public var codeMinutes: Int64 = 60
    /// The number of wrong codes after which a session ends, or a code that was sent becomes invalid.
    ///
    /// With a new session or code, each further wrong code makes the user wait, as after wrong passwords.
    public var codeAttempts = 5
    /// The number of wrong passwords after which the user must wait.
    ///
    /// The wait is one second at first, and doubles with each further wrong password up to 15 minutes. The count ends
    /// with the right password, or 15 minutes after a wait.
    public var passwordAttempts = 5

    /// Creates the default configuration.
    public init() {}

    /// The standard attributes that users can have, except `sub`. No other attribute without the prefix `custom:` is
    /// accepted, so that none can replace a token's claim.
    static let standardAttributes: Set<String> = [
        "address", "birthdate", "email", "email_verified", "family_name", "gender", "given_name", "locale",
        "middle_name", "name", "nickname", "phone_number", "phone_number_verified", "picture", "preferred_username",
        "profile", "updated_at", "website", "zoneinfo",
    ]

    /// The standard attributes that mark an address as verified. Tokens contain them as Booleans, and a client cannot
    /// write them.
    static let verificationMarks: Set<String> = ["email_verified", "phone_number_verified"]

    /// Amazon Cognito's issuer URL for this pool.
    public var defaultIssuer: String { "https://cognito-idp.\(region).amazonaws.com/\(poolID)" }

    /// The pool's region, which is the first part of its id.
    package var region: String { poolID.split(separator: "_").first.map(String.init) ?? "us-east-1" }
    /// The pool's name, which is part of every SRP proof.
    var poolName: String { Self.poolName(of: poolID) }

    /// Returns the pool's name: the part of an id after the first underscore, or the whole id if it has none.
    static func poolName(of id: String) -> String { id.split(separator: "_", maxSplits: 1).last.map(String.init) ?? id }

    /// The validity of a code for a sign-up, an attribute or a password reset, in seconds.
    var codeSeconds: Int64 { codeMinutes * 60 }

    /// Returns the app client with an id, or nil if there is none.
    func client(withID id: String) -> PoolClient? { clients.first { $0.id == id } }

    /// The largest number in a configuration, chosen so that time arithmetic fits in 64 bits.
    private static let maximum = 100_000_000

    /// Returns the configuration with every number clamped to a usable range.
    func clamped() -> PoolConfiguration {
        var result = self
        result.proofSeconds = Self.clamped(proofSeconds, from: 0)
        result.codeMinutes = Self.clamped(codeMinutes, from: 0)
        result.codeAttempts = Self.clamped(codeAttempts, from: 1)
        result.passwordAttempts = Self.clamped(passwordAttempts, from: 1)
        result.passwordPolicy.minimumLength = Self.clamped(
            passwordPolicy.minimumLength, from: 0, to: PasswordPolicy.maximumLength)
        result.clients = clients.map { Self.clampedClient($0) }
        return result
    }

    /// Returns an app client with every period clamped to a usable range.
    private static func clampedClient(_ client: PoolClient) -> PoolClient {
        var result = client
        result.sessionMinutes = clamped(client.sessionMinutes, from: 0)
        result.tokenMinutes = clamped(client.tokenMinutes, from: 0)
        result.refreshTokenDays = clamped(client.refreshTokenDays, from: 0)
        result.rotationGraceSeconds = clamped(client.rotationGraceSeconds, from: 0)
        return result
    }

    /// Returns the number in a range that is nearest to `number`.
    private static func clamped<Number: BinaryInteger>(
        _ number: Number, from lowest: Number, to highest: Number = Number(maximum)
    ) -> Number {
        min(max(number, lowest), highest)
    }
}

/// Whether a pool remembers devices.
public enum DeviceTracking: String, Sendable, CaseIterable {
    /// The pool does not remember devices.
    case off
    /// The pool remembers a device after the user has agreed (`UpdateDeviceStatus`).
    case optional
    /// The pool remembers every confirmed device.
    case always
}

/// A first factor of `USER_AUTH`, with the API's names as raw values.
public enum FirstFactor: String, Sendable, Codable, CaseIterable {
    case password = "PASSWORD"
    case passwordSRP = "PASSWORD_SRP"
    case smsCode = "SMS_OTP"
    case emailCode = "EMAIL_OTP"
    case passkey = "WEB_AUTHN"

    var isPassword: Bool { self == .password || self == .passwordSRP }
}

/// A second factor, with the API's names as raw values.
public enum MFAFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"

    /// The attribute with the address that the factor's codes go to; nil for an authenticator app.
    var address: String? {
        switch self {
        case .sms: "phone_number"
        case .softwareToken: nil
        case .email: "email"
        }
    }

    /// Creates the factor that an answer to `SELECT_MFA_TYPE` names. Letter case does not matter. The API reference
    /// also calls the email factor `EMAIL_MFA`.
    /// - Returns: nil if the name is unknown.
    init?(answer: String) {
        let name = answer.uppercased()
        self.init(rawValue: name == "EMAIL_MFA" ? Self.email.rawValue : name)
    }
}

/// Whether a sign-in needs a second factor.
public enum MFARequirement: String, Sendable, CaseIterable {
    /// A sign-in never needs a second factor.
    case off = "OFF"
    /// A sign-in needs a second factor if the user has enabled one.
    case optional = "OPTIONAL"
    /// A sign-in with a password needs a second factor. A user without a second factor must set one up.
    case on = "ON"
}

/// The requirements for passwords.
public struct PasswordPolicy: Sendable, Equatable {
    /// The maximum length of a password in characters.
    static let maximumLength = 256

    /// The minimum length in characters.
    public var minimumLength = 8
    /// Whether a lowercase letter is required.
    public var needsLowercase = true
    /// Whether an uppercase letter is required.
    public var needsUppercase = true
    /// Whether a digit is required.
    public var needsNumber = true
    /// Whether a symbol of the API's list, which includes the space, is required.
    public var needsSymbol = false

    /// Creates a policy with the default requirements.
    public init() {}

    /// The symbols that satisfy the policy (developer guide, "User pool password requirements").
    private static let symbols = Set("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ")

    /// Returns the message of `InvalidPasswordException` for the first requirement that a password violates.
    /// - Returns: nil if the password satisfies the policy.
    func violation(by password: String) -> String? {
        let prefix = "Password did not conform with policy: "
        if password.count < minimumLength { return prefix + "Password not long enough" }
        if password.count > Self.maximumLength { return prefix + "Password too long" }
        if needsLowercase, !password.contains(where: { $0.isASCII && $0.isLowercase }) {
            return prefix + "Password must have lowercase characters"
        }
        if needsUppercase, !password.contains(where: { $0.isASCII && $0.isUppercase }) {
            return prefix + "Password must have uppercase characters"
        }
        if needsNumber, !password.contains(where: { $0.isASCII && $0.isNumber }) {
            return prefix + "Password must have numeric characters"
        }
        if needsSymbol, !password.contains(where: Self.symbols.contains) {
            return prefix + "Password must have symbol characters"
        }
        return nil
    }
}

extension PasswordPolicy {
    /// Reads a password policy from a seed; missing members have their default.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "minimumLength", "needsLowercase", "needsUppercase", "needsNumber", "needsSymbol",
        ])
        try reader.read("minimumLength", &minimumLength, in: 6...99)
        try reader.read("needsLowercase", &needsLowercase)
        try reader.read("needsUppercase", &needsUppercase)
        try reader.read("needsNumber", &needsNumber)
        try reader.read("needsSymbol", &needsSymbol)
    }
}

// The checks of a request that need only the pool's configuration.
extension PoolConfiguration {
    /// The attributes with whose values users can sign in.
    var signInNames: Set<String> { aliasAttributes.union(usernameAttributes) }

    /// The attributes with whose values users can sign in even if the values are not verified.
    var unverifiedSignInNames: Set<String> {
        usernameAttributes.union(aliasAttributes.intersection(["preferred_username"]))
    }

    /// The attributes with the addresses to which the pool sends codes of a first factor. If every sign-in needs a
    /// second factor, a code cannot be the first one.
    var codeAddresses: [String] {
        if mfa == .on { return [] }
        let addresses: [FirstFactor: String] = [.emailCode: "email", .smsCode: "phone_number"]
        return firstFactors.compactMap { addresses[$0] }
    }

    /// Returns the SRP identity of a user: the pool's name and the username, which are part of every proof.
    func srpIdentity(of username: String) -> SRPIdentity { SRPIdentity(realm: poolName, user: username) }

    /// Returns the app client that a request names.
    func appClient(in input: PoolInput) throws(PoolError) -> PoolClient {
        let id = try input.text("ClientId", longest: MaxLength.name)
        guard let client = client(withID: id) else { throw .notFound("User pool client \(id) does not exist.") }
        return client
    }

    /// Checks that an administrator's request names this pool.
    func checkPool(_ input: PoolInput) throws(PoolError) {
        let id = try input.text("UserPoolId", longest: MaxLength.poolID)
        guard id == poolID else { throw .notFound("User pool \(id) does not exist.") }
    }

    /// Checks that a new password does not start or end with whitespace, and conforms to the policy of the pool.
    /// - Throws: `InvalidParameterException` for the whitespace; `InvalidPasswordException` for the policy.
    func checkPasswordPolicy(_ password: String) throws(PoolError) {
        let whitespace: [Unicode.Scalar?] = [" ", "\t", "\n", "\u{B}", "\u{C}", "\r"]
        guard ![password.unicodeScalars.first, password.unicodeScalars.last].contains(where: whitespace.contains) else {
            throw .invalidParameter(
                "1 validation error detected: Value at 'password' failed to satisfy constraint: "
                    + #"Member must satisfy regular expression pattern: ^[\S]+.*[\S]+$"#)
        }
        if let violation = passwordPolicy.violation(by: password) {
            throw PoolError("InvalidPasswordException", violation)
        }
    }

    /// Checks that a client may write attributes, and that they conform to the schema.
    /// - Throws: `NotAuthorizedException` for `sub`, an empty name, or a mark that an address is verified;
    ///   `InvalidParameterException` for an attribute that is unknown, malformed, or required and removed.
    func checkWritable(_ attributes: [String: String]) throws(PoolError) {
        let readOnly = Self.verificationMarks.union(["sub", ""])
        for name in attributes.keys.sorted() where readOnly.contains(name) {
            throw .notAuthorized("A client attempted to write unauthorized attribute")
        }
        for name in requiredAttributes where attributes[name] == "" {
            throw .invalidParameter("Attributes did not conform to the schema: \(name): The attribute is required")
        }
        try checkSchema(attributes)
    }

    /// Checks that attributes are standard or custom ones, and that their values are well-formed.
    func checkSchema(_ attributes: [String: String]) throws(PoolError) {
        for (name, value) in attributes {
            guard Self.standardAttributes.contains(name) || name.hasPrefix("custom:") else {
                throw .invalidParameter(
                    "Attributes did not conform to the schema: \(name): Attribute does not exist in the schema.")
            }
            guard value.utf8.count <= MaxLength.attributeValue else {
                throw .invalidParameter("An attribute's value is too long")
            }
        }
        if let email = attributes["email"], !email.isEmpty, !email.contains("@") {
            throw .invalidParameter("Invalid email address format.")
        }
        if let number = attributes["phone_number"], !number.isEmpty, !Self.isPhoneNumber(number) {
            throw .invalidParameter("Invalid phone number format.")
        }
    }

    /// Checks that a new username cannot be confused with an alias.
    /// - Throws: `InvalidParameterException` if it has the form of an email address or phone number although this
    ///   attribute is an alias.
    func checkIsNoAlias(_ name: String) throws(PoolError) {
        if aliasAttributes.contains("email"), name.contains("@") {
            throw .invalidParameter(
                "Username cannot be of email format, since user pool is configured for email alias.")
        }
        if aliasAttributes.contains("phone_number"), Self.isPhoneNumber(name) {
            throw .invalidParameter(
                "Username cannot be of phone number format, since user pool is configured for phone number alias.")
        }
    }

    /// Returns whether a text is a phone number: a plus sign and at least two digits (E.164).
    static func isPhoneNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.first == "+" && text.utf8.count > 2 && text.utf8.dropFirst().allSatisfy { digits.contains($0) }
    }
}

public import FlowCore

/// The configuration of a pool.
///
/// By default, every feature is available.
public struct PoolConfiguration: Sendable, Equatable, Redacted {
    /// The pool's id, `REGION_NAME`.
    public var poolID = "us-east-1_Embedded1"
    /// The app clients.
    public var clients = [PoolClient()]
    /// The attributes that users can sign in with in place of their username.
    ///
    /// The possible values are `email`, `phone_number` and `preferred_username`. Email addresses and phone numbers must
    /// be verified.
    public var aliasAttributes: Set<String> = ["email", "phone_number"]
    /// The attributes that users sign up with instead of a username.
    ///
    /// The possible values are `email` and `phone_number`. If the set is not empty, the pool generates usernames.
    public var usernameAttributes: Set<String> = []
    /// The attributes that every user must have.
    public var requiredAttributes: [String] = []
    /// The attributes that the pool verifies with a code.
    ///
    /// The possible values are `email` and `phone_number`. A sign-up verifies the first that the user has.
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
    public var requiresUserVerification = false
    /// The time in seconds after which an SRP challenge expires.
    public var proofSeconds: Int64 = 60
    /// The time in minutes after which a code for a sign-up, an attribute or a password reset expires.
    public var codeMinutes: Int64 = 60
    /// The number of wrong codes after which a session ends.
    ///
    /// In a new session, each further wrong code makes the user wait, as after wrong passwords.
    public var codeAttempts = 5
    /// The number of wrong passwords after which the user must wait.
    ///
    /// The wait is one second at first, and doubles with each further wrong password up to 15 minutes.
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

    /// Amazon Cognito's issuer URL for this pool.
    public var defaultIssuer: String { "https://cognito-idp.\(region).amazonaws.com/\(poolID)" }

    /// The region in the pool's id.
    package var region: String { poolID.split(separator: "_").first.map(String.init) ?? "us-east-1" }
    /// The pool's name, which is part of every SRP proof.
    var poolName: String { poolID.split(separator: "_", maxSplits: 1).last.map(String.init) ?? poolID }

    /// The validity of a code for a sign-up, an attribute or a password reset, in seconds.
    var codeSeconds: Int64 { codeMinutes * 60 }

    /// Returns the app client with an id, or nil if there is none.
    func client(withID id: String) -> PoolClient? { clients.first { $0.id == id } }

    /// The largest number in a configuration, chosen so that time arithmetic fits in 64 bits.
    private static let maximum = 100_000_000

    /// Returns the configuration with every number clamped to a usable range.
    func clamped() -> PoolConfiguration {
        var result = self
        result.proofSeconds = min(max(proofSeconds, 0), Int64(Self.maximum))
        result.codeMinutes = min(max(codeMinutes, 0), Int64(Self.maximum))
        result.codeAttempts = Self.clamped(codeAttempts, from: 1)
        result.passwordAttempts = Self.clamped(passwordAttempts, from: 1)
        result.passwordPolicy.minimumLength = Self.clamped(
            passwordPolicy.minimumLength, from: 0, to: PasswordPolicy.maximumLength)
        result.clients = clients.map { Self.clampedClient($0) }
        return result
    }

    /// Returns an app client whose periods are in the range that the pool can count.
    private static func clampedClient(_ client: PoolClient) -> PoolClient {
        var result = client
        result.sessionMinutes = clamped(client.sessionMinutes, from: 0)
        result.tokenMinutes = clamped(client.tokenMinutes, from: 0)
        result.refreshTokenDays = clamped(client.refreshTokenDays, from: 0)
        result.rotationGraceSeconds = clamped(client.rotationGraceSeconds, from: 0)
        return result
    }

    /// Returns the number in a range that is nearest to `number`.
    private static func clamped(_ number: Int, from lowest: Int, to highest: Int = maximum) -> Int {
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

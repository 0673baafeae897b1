/// The configuration of a pool. The defaults let you try every feature.
public struct PoolConfiguration: Sendable, Equatable {
    /// The pool's id, `REGION_NAME`.
    public var poolID = "us-east-1_Embedded1"
    /// The app clients.
    public var clients = [PoolClient()]
    /// Verified attributes that users can sign in with besides their username.
    ///
    /// They are `email`, `phone_number` and `preferred_username`.
    public var aliasAttributes: Set<String> = ["email", "phone_number"]
    /// Attributes that users sign up with instead of a username.
    ///
    /// They are `email` and `phone_number`. The pool then generates usernames.
    public var usernameAttributes: Set<String> = []
    /// Attributes that every user must have.
    public var requiredAttributes: [String] = []
    /// Attributes that sign-up verifies with a code: `email`, `phone_number`.
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
    /// The relying party of passkeys.
    public var relyingPartyID = "localhost"
    /// The permitted origins of passkeys.
    public var origins: Set<String> = ["https://localhost", "http://localhost"]
    /// Whether passkeys must verify the user, and not only their presence.
    public var requiresUserVerification = false
    /// The seconds after which `PASSWORD_VERIFIER` expires.
    public var proofSeconds: Int64 = 60
    /// The minutes after which codes for sign-up, attributes and passwords expire.
    public var codeMinutes: Int64 = 60
    /// The number of wrong codes that end a session.
    ///
    /// A user who continues in new sessions waits from the next wrong code on, as long as for wrong passwords.
    public var codeAttempts = 5
    /// The number of wrong passwords before the user must wait.
    ///
    /// The wait is one second, and doubles each time up to 15 minutes.
    public var passwordAttempts = 5

    /// Creates the default configuration.
    public init() {}

    /// Attributes that the pool does not set itself. Any other must not become a token claim.
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

    /// Returns the client with an id.
    func client(_ id: String) -> PoolClient? { clients.first { $0.id == id } }
}

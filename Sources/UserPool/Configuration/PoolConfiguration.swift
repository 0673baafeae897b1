/// How a pool is set up. The defaults are those of a pool in which everything can be tried.
public struct PoolConfiguration: Sendable, Equatable {
    /// The pool's id, `REGION_NAME`.
    public var poolID = "us-east-1_Embedded1"
    /// The app clients.
    public var clients = [PoolClient()]
    /// Attributes that users can sign in by besides their name, once verified: `email`, `phone_number`, `preferred_username`.
    public var aliasAttributes: Set<String> = ["email", "phone_number"]
    /// Attributes that users sign up with in place of a name: `email`, `phone_number`. Their names are then made by the pool.
    public var usernameAttributes: Set<String> = []
    /// Attributes that every user must have.
    public var requiredAttributes: [String] = []
    /// Attributes that are verified by a code when a user signs up: `email`, `phone_number`.
    public var verifiedAttributes: [String] = ["email", "phone_number"]
    /// What a password must be like.
    public var passwordPolicy = PasswordPolicy()
    /// Whether a sign-in needs a second factor.
    public var mfa = MFARequirement.optional
    /// The second factors that users can have.
    public var mfaFactors = MFAFactor.allCases
    /// The first factors that USER_AUTH offers.
    public var firstFactors = FirstFactor.allCases
    /// Whether devices are remembered.
    public var devices = DeviceTracking.always
    /// The relying party of passkeys.
    public var relyingPartyID = "localhost"
    /// The origins from which passkeys are taken.
    public var origins: Set<String> = ["https://localhost", "http://localhost"]
    /// Whether a passkey must have verified the user and not only their presence.
    public var requiresUserVerification = false
    /// Seconds after which PASSWORD_VERIFIER can no longer be answered.
    public var proofSeconds: Int64 = 60
    /// Minutes after which a code for sign-up, an attribute or a new password expires.
    public var codeMinutes: Int64 = 60
    /// Wrong codes after which a session ends. A user who goes on in new sessions waits from the next wrong one on, as
    /// long as with wrong passwords.
    public var codeAttempts = 5
    /// Wrong passwords after which a user waits: one second, then twice as long each time, up to 15 minutes.
    public var passwordAttempts = 5

    /// The defaults.
    public init() {}

    /// Attributes that the pool does not set by itself. Whatever else a user has must not become a claim of a token.
    static let standardAttributes: Set<String> = [
        "address", "birthdate", "email", "email_verified", "family_name", "gender", "given_name", "locale",
        "middle_name", "name", "nickname", "phone_number", "phone_number_verified", "picture", "preferred_username",
        "profile", "updated_at", "website", "zoneinfo",
    ]

    /// The URL that Amazon Cognito would issue this pool's tokens under.
    public var defaultIssuer: String { "https://cognito-idp.\(region).amazonaws.com/\(poolID)" }

    /// The region that the pool's id names.
    package var region: String { poolID.split(separator: "_").first.map(String.init) ?? "us-east-1" }
    /// The pool's name, which is in every proof of a password.
    var poolName: String { poolID.split(separator: "_", maxSplits: 1).last.map(String.init) ?? poolID }

    /// The client of that id.
    func client(_ id: String) -> PoolClient? { clients.first { $0.id == id } }
}

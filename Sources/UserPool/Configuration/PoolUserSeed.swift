/// A user to begin with.
public struct PoolUserSeed: Sendable, Equatable {
    /// The user's name.
    public var username: String
    /// The password; without one the user signs in by other factors.
    public var password: String?
    /// Whether the password has to be changed at the first sign-in.
    public var isTemporary = false
    /// Attributes such as `email`; addresses count as verified unless `email_verified` says otherwise.
    public var attributes: [String: String]
    /// Where the account stands: `CONFIRMED`, `UNCONFIRMED` or `RESET_REQUIRED`.
    public var status = "CONFIRMED"
    /// Whether the user may sign in.
    public var isEnabled = true
    /// The second factors that are on.
    public var mfa: [MFAFactor] = []
    /// The second factor that is asked for first.
    public var preferredMFA: MFAFactor?
    /// The secret of an authenticator app that is set up, in base32.
    public var softwareTokenSecret: String?

    /// Creates a confirmed user.
    public init(username: String, password: String? = nil, attributes: [String: String] = [:]) {
        self.username = username
        self.password = password
        self.attributes = attributes
    }
}

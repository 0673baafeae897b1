/// An initial user.
public struct PoolUserSeed: Sendable, Equatable {
    /// The username.
    public var username: String
    /// The password; nil for a user with other factors only.
    public var password: String?
    /// Whether the password must be changed at the first sign-in.
    public var isTemporary = false
    /// Attributes such as `email`.
    ///
    /// Addresses count as verified unless `email_verified` says otherwise.
    public var attributes: [String: String]
    /// The account's status: `CONFIRMED`, `UNCONFIRMED` or `RESET_REQUIRED`.
    public var status = "CONFIRMED"
    /// Whether the user is enabled.
    public var isEnabled = true
    /// The enabled second factors.
    public var mfa: [MFAFactor] = []
    /// The preferred second factor.
    public var preferredMFA: MFAFactor?
    /// The base32 secret of an authenticator app that is set up.
    public var softwareTokenSecret: String?

    /// Creates a confirmed user.
    public init(username: String, password: String? = nil, attributes: [String: String] = [:]) {
        self.username = username
        self.password = password
        self.attributes = attributes
    }
}

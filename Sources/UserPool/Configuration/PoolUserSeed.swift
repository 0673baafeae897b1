/// A user to add to a pool.
public struct PoolUserSeed: Sendable, Equatable {
    /// The username.
    public var username: String
    /// The password; nil for a user who signs in with other factors.
    public var password: String?
    /// Whether the user must change the password at the first sign-in.
    public var isTemporary = false
    /// The user's attributes, such as `email`.
    ///
    /// Email addresses and phone numbers are verified unless `email_verified` or `phone_number_verified` is set.
    public var attributes: [String: String]
    /// The account's status: `CONFIRMED`, `UNCONFIRMED` or `RESET_REQUIRED`.
    public var status = "CONFIRMED"
    /// Whether the user is enabled.
    public var isEnabled = true
    /// The enabled second factors.
    public var mfa: [MFAFactor] = []
    /// The preferred second factor.
    public var preferredMFA: MFAFactor?
    /// The base32 secret of the user's authenticator app, if any.
    public var softwareTokenSecret: String?

    /// Creates a confirmed and enabled user.
    public init(username: String, password: String? = nil, attributes: [String: String] = [:]) {
        self.username = username
        self.password = password
        self.attributes = attributes
    }
}

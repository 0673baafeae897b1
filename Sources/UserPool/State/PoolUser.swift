/// A user of the pool.
struct PoolUser: Sendable, Codable {
    /// The status of an account, with the API's names as raw values.
    enum Status: String, Sendable, Codable {
        case unconfirmed = "UNCONFIRMED"
        case confirmed = "CONFIRMED"
        case mustChangePassword = "FORCE_CHANGE_PASSWORD"
        case mustResetPassword = "RESET_REQUIRED"
    }

    /// The attribute `sub`.
    let id: String
    let username: String
    var status: Status
    var isEnabled = true
    /// All attributes except `sub`.
    var attributes: [String: String]
    /// The stored password; nil for users without one.
    var password: PasswordRecord?
    /// When a temporary password expires, in seconds since 1970.
    var temporaryUntil: Int64?
    /// The enabled second factors.
    var mfa: Set<MFAFactor> = []
    var preferredMFA: MFAFactor?
    var softwareToken: SoftwareToken?
    /// The base32 secret from `AssociateSoftwareToken` that no code has verified yet.
    var unverifiedToken: String?
    /// The devices by key.
    var devices: [String: PoolDevice] = [:]
    var passkeys: [StoredPasskey] = []
    /// The challenge of a pending passkey registration.
    var passkeyChallenge: PasskeyRegistration?
    /// Pending codes, and wrong passwords and codes.
    var trials = AttemptLimiter()
    let createdAt: Int64
    var modifiedAt: Int64
    /// Tokens issued before this time are revoked.
    var signedOutAt: Int64 = 0

    /// Returns whether an email address or phone number is verified.
    func isVerified(_ attribute: String) -> Bool { attributes[attribute + "_verified"] == "true" }

    /// Returns whether an attribute has a nonempty value.
    func hasValue(for attribute: String) -> Bool { attributes[attribute]?.isEmpty == false }

    /// Returns an email address or phone number if it is verified, otherwise nil.
    func verifiedValue(of attribute: String) -> String? { isVerified(attribute) ? attributes[attribute] : nil }
}

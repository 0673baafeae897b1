/// A user of the pool.
struct PoolUser: Sendable, Codable {
    /// Where a user's account stands, by the API's names.
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
    /// All attributes but `sub`.
    var attributes: [String: String]
    /// What is kept of the password; users without one sign in without.
    var password: PasswordRecord?
    /// Seconds since 1970 until which a temporary password can be used.
    var temporaryUntil: Int64?
    var mfa: Set<MFAFactor> = []
    var preferredMFA: MFAFactor?
    var softwareToken: SoftwareToken?
    /// The secret of AssociateSoftwareToken that was not verified yet, in base32.
    var unverifiedToken: String?
    var devices: [String: PoolDevice] = [:]
    var passkeys: [StoredPasskey] = []
    /// The challenge of a passkey registration that was begun.
    var passkeyChallenge: PasskeyRegistration?
    /// Codes that wait, and wrong passwords and codes.
    var trials = AttemptLimiter()
    let createdAt: Int64
    var modifiedAt: Int64
    /// Tokens of before this instant are revoked.
    var signedOutAt: Int64 = 0

    /// Whether an attribute was verified.
    func isVerified(_ attribute: String) -> Bool { attributes[attribute + "_verified"] == "true" }

    /// Whether there is such an attribute.
    func has(_ attribute: String) -> Bool { attributes[attribute]?.isEmpty == false }

    /// The verified address or number for codes, if there is one.
    func verified(_ attribute: String) -> String? { isVerified(attribute) ? attributes[attribute] : nil }
}

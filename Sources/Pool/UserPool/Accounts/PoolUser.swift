import CognitoHandlers
import Crypto

/// A user of a pool, as the pool stores it.
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
    /// When a temporary password expires, in seconds since 1970; nil if the password does not expire.
    var temporaryUntil: Int64?
    /// The enabled second factors.
    var mfa: Set<MFAFactor> = []
    var preferredMFA: MFAFactor?
    var softwareToken: SoftwareToken?
    /// The base32 secret from `AssociateSoftwareToken` that no code has verified yet; nil if there is none.
    var unverifiedToken: String?
    var devices: [String: PoolDevice] = [:]
    var passkeys: [StoredPasskey] = []
    var passkeyChallenge: PasskeyRegistration?
    /// Pending codes, and wrong passwords and codes.
    var trials = AttemptLimiter()
    let createdAt: Int64
    var modifiedAt: Int64
    /// Whether the user has completed a sign-in. It is nil before that, and in older files.
    var hasSignedIn: Bool?
    /// Tokens issued before this time are revoked.
    var signedOutAt: Int64 = 0

    /// Returns whether an email address or phone number is verified.
    func isVerified(_ attribute: String) -> Bool { attributes[attribute + "_verified"] == "true" }

    /// Returns whether an attribute has a value that is not empty.
    func hasValue(for attribute: String) -> Bool { attributes[attribute]?.isEmpty == false }

    /// Returns an email address or phone number if it is verified, otherwise nil.
    func verifiedValue(of attribute: String) -> String? { isVerified(attribute) ? attributes[attribute] : nil }

    /// Returns the device with a key; nil if there is none, or the key is nil.
    func device(withKey key: String?) -> PoolDevice? { key.flatMap { devices[$0] } }

    /// All attributes, including `sub`.
    var allAttributes: [String: String] { attributes.merging(["sub": id]) { $1 } }

    /// Throws an error if the user is disabled, or if the account's status prevents a sign-in.
    func checkMaySignIn() throws(PoolError) {
        guard isEnabled else { throw .disabled }
        switch status {
        case .unconfirmed: throw .unconfirmed
        case .mustResetPassword: throw .resetRequired
        case .confirmed, .mustChangePassword: return
        }
    }

    /// Throws an error if the user must change a temporary password that has expired.
    func checkTemporaryPassword(at now: Int64) throws(PoolError) {
        guard status == .mustChangePassword, let temporaryUntil, temporaryUntil <= now else { return }
        throw .notAuthorized("Temporary password has expired and must be reset by an administrator.")
    }

    /// Sets a permanent password. It also resets the count of wrong passwords and discards a pending reset code. A user
    /// who had to change or reset the password becomes confirmed.
    mutating func setPassword(_ record: PasswordRecord) {
        password = record
        temporaryUntil = nil
        trials.passwords.reset()
        trials.sent[CodePurpose.passwordReset.key] = nil
        if status == .mustChangePassword || status == .mustResetPassword { status = .confirmed }
    }

    /// Sets a password that the user must change, and that expires at `expiry`.
    mutating func setTemporaryPassword(_ record: PasswordRecord, until expiry: Int64) {
        setPassword(record)
        status = .mustChangePassword
        temporaryUntil = expiry
    }

    /// Sets the user's authenticator app, enables it as a second factor, and discards the unverified secret.
    mutating func setUpSoftwareToken(_ token: SoftwareToken) {
        softwareToken = token
        unverifiedToken = nil
        mfa.insert(.softwareToken)
    }

    /// Sets the user's email address as verified, and enables it as a second factor.
    mutating func setUpEmail(_ address: String) {
        setAttributes(["email": address, "email_verified": "true"])
        mfa.insert(.email)
    }

    /// Sets attributes, and removes those whose new value is empty. A changed address becomes unverified, unless
    /// `email_verified` or `phone_number_verified` is also set. Codes that were sent to the old address become invalid.
    /// Removing an address disables its second factor.
    mutating func setAttributes(_ changes: [String: String]) {
        for factor in MFAFactor.allCases {
            guard let name = factor.address, let value = changes[name], value != attributes[name] else { continue }
            trials.sent = trials.sent.filter { $0.value.attribute != name }
            attributes[name + "_verified"] = value.isEmpty ? nil : "false"
            if value.isEmpty { disable(factor) }
        }
        for (name, value) in changes { attributes[name] = value.isEmpty ? nil : value }
    }

    /// Disables a second factor, which is then no longer preferred.
    mutating func disable(_ factor: MFAFactor) {
        mfa.remove(factor)
        if preferredMFA == factor { preferredMFA = nil }
    }
}

/// The challenge of a passkey registration that was started but not completed.
struct PasskeyRegistration: Sendable, Codable {
    let challenge: [UInt8]
    let clientID: String
    /// The expiry in seconds since 1970.
    let expiresAt: Int64
}

/// The salt and SRP verifier of a password.
///
/// It is a secret: whoever has it can guess the password offline.
struct PasswordRecord: Sendable, Codable, Equatable {
    let salt: String
    let verifier: String

    /// Computes the record of a password, which takes milliseconds.
    init(_ password: String, of identity: SRPIdentity, random: CognitoRandom) {
        var salt = random(SRPVerifier.saltByteCount)
        // Clients differ in how they treat leading zeros of a salt, so the first byte is never zero.
        if salt.first == 0 { salt[0] = 1 }
        let computed = SRPVerifier(of: identity, password: password, salt: salt)
        self.salt = computed.saltText
        verifier = computed.passwordVerifier
    }

    /// Derives a record for an unknown user from the name and a secret key. It is the same for every request with that
    /// name, and no password matches it (RFC 5054 section 2.5.1.3). The verifier is a hash and not a power, so that
    /// deriving it takes no longer than reading a stored one.
    init(disguising name: String, key: [UInt8]) {
        let symmetricKey = SymmetricKey(data: key)
        /// Returns the keyed hash of the name after a prefix, so that each prefix gives another hash.
        func nameHash(prefix: UInt8) -> [UInt8] {
            Array(HMAC<SHA512>.authenticationCode(for: [prefix] + Array(name.utf8), using: symmetricKey))
        }
        // A zero byte makes both numbers positive. As in a stored record, the salt's next byte is not zero.
        let saltHash = nameHash(prefix: 0)
        salt = Base64.text([0, saltHash[0] % 255 + 1] + saltHash[1..<SRPVerifier.saltByteCount])
        // Six hashes have as many bits as the group's prime, 3072.
        verifier = Base64.text([0] + (1...6).flatMap(nameHash))
    }

    /// Creates a record from the salt and verifier that a device computed.
    /// - Throws: an error if one of them cannot be parsed.
    init(salt: String, verifier: String) throws(SRPFailure) {
        _ = try SRPVerifier(passwordVerifier: verifier, salt: salt)
        self.salt = salt
        self.verifier = verifier
    }

    /// Returns the parsed SRP verifier of the password.
    /// - Throws: an error if a stored value is malformed.
    func makeVerifier() throws(SRPFailure) -> SRPVerifier { try SRPVerifier(passwordVerifier: verifier, salt: salt) }

    /// Returns whether a password matches the record, which takes milliseconds. A malformed record matches none.
    func accepts(_ password: String, of identity: SRPIdentity) -> Bool {
        guard let stored = try? makeVerifier() else { return false }
        return stored.isVerifier(of: identity, password: password)
    }
}

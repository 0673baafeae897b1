import CognitoHandlers
public import FlowCore

/// A user to add to a pool.
public struct PoolUserSeed: Sendable, Equatable, Redacted {
    /// The username.
    public var username: String
    /// The password; nil for a user who signs in with other factors.
    public var password: String?
    /// Whether the user must change the password at the first sign-in with it. Takes precedence over ``status``.
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

extension PoolUserSeed {
    /// The maximum length of `sub` in bytes, because it is the user handle of passkeys (WebAuthn level 3, 5.4.3).
    private static let maxIDLength = 64

    /// Returns the names with which the user can sign in: the username, `sub`, and each usable sign-in attribute.
    func names(in configuration: PoolConfiguration) -> [String] {
        let aliases = configuration.signInNames.filter { name in
            let isVerified = ["true", nil].contains(attributes[name + "_verified"])
            return isVerified || configuration.unverifiedSignInNames.contains(name)
        }
        let values = (["sub"] + aliases.sorted()).compactMap { attributes[$0] }
        return [username] + values.filter { !$0.isEmpty }
    }

    /// Reads a user from a seed; missing members except the username have their default.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init(username: "")
        try reader.rejectMembers(otherThan: [
            "username", "password", "isTemporary", "attributes", "status", "isEnabled", "mfa", "preferredMFA",
            "softwareTokenSecret",
        ])
        guard reader.hasMember("username") else { throw reader.failure("username", mustBe: SeedReader.nonemptyString) }
        try reader.readNonempty("username", &username, longest: MaxLength.name)
        try reader.read("password", &password)
        try reader.read("isTemporary", &isTemporary)
        try reader.read("attributes", &attributes)
        guard attributes["sub"].map({ (1...Self.maxIDLength).contains($0.utf8.count) }) ?? true else {
            throw reader.failure("attributes.sub", mustBe: "a text of 1 to \(Self.maxIDLength) bytes")
        }
        try reader.read("status", &status)
        guard status != "FORCE_CHANGE_PASSWORD", PoolUser.Status(rawValue: status) != nil else {
            throw reader.failure("status", mustBe: "one of CONFIRMED, UNCONFIRMED, RESET_REQUIRED")
        }
        try reader.read("isEnabled", &isEnabled)
        try reader.read("mfa", &mfa)
        // The reader needs a value to replace, which is discarded if the member is missing.
        var preferred = MFAFactor.sms
        try reader.read("preferredMFA", &preferred)
        if reader.hasMember("preferredMFA") { preferredMFA = preferred }
        try reader.read("softwareTokenSecret", &softwareTokenSecret)
        try checkFactors(reader)
    }

    /// The enabled second factors, including an authenticator app, which its secret enables.
    var enabledFactors: [MFAFactor] { softwareTokenSecret == nil ? mfa : mfa + [.softwareToken] }

    /// Checks that the secret is base32, that the user can use every enabled factor, and that the preferred factor is
    /// enabled.
    private func checkFactors(_ reader: SeedReader) throws(PoolSeedFailure) {
        if let softwareTokenSecret, (try? OneTimePassword(base32: softwareTokenSecret)) == nil {
            throw reader.failure("softwareTokenSecret", mustBe: "base32")
        }
        guard softwareTokenSecret != nil || !mfa.contains(.softwareToken) else {
            throw reader.failure("softwareTokenSecret", mustBe: "present because mfa contains SOFTWARE_TOKEN_MFA")
        }
        for factor in MFAFactor.allCases where mfa.contains(factor) {
            guard let address = factor.address else { continue }
            guard attributes[address]?.isEmpty == false else {
                throw reader.failure("attributes.\(address)", mustBe: "present because mfa contains \(factor.rawValue)")
            }
        }
        guard preferredMFA.map(enabledFactors.contains) ?? true else {
            throw reader.failure("preferredMFA", mustBe: "one of the factors in mfa")
        }
    }
}

extension PoolUser {
    /// Creates the user of a seed, with its password and factors. Addresses are verified unless the seed says
    /// otherwise.
    /// - Throws: an error if the username is empty, or the status or the authenticator app's secret is invalid.
    init(
        _ seed: PoolUserSeed, configuration: PoolConfiguration, at now: Int64, random: CognitoRandom
    ) throws(PoolSeedFailure) {
        guard !seed.username.isEmpty else { throw PoolSeedFailure("a user has an empty username") }
        guard var status = Status(rawValue: seed.status) else {
            throw PoolSeedFailure(
                "'\(seed.status)' is not an account status; use CONFIRMED, UNCONFIRMED or RESET_REQUIRED")
        }
        if seed.isTemporary { status = .mustChangePassword }
        let identity = SRPIdentity(realm: configuration.poolName, user: seed.username)
        var attributes = seed.attributes
        let id = attributes.removeValue(forKey: "sub") ?? random.uuid()
        for name in ["email", "phone_number"] where attributes[name] != nil && attributes[name + "_verified"] == nil {
            attributes[name + "_verified"] = "true"
        }
        self.init(
            id: id, username: seed.username, status: status, attributes: attributes,
            password: seed.password.map { PasswordRecord($0, of: identity, random: random) }, createdAt: now,
            modifiedAt: now)
        isEnabled = seed.isEnabled
        try setUpFactors(seed)
    }

    /// Sets up the second factors of a seed; an authenticator app is always enabled.
    private mutating func setUpFactors(_ seed: PoolUserSeed) throws(PoolSeedFailure) {
        mfa = Set(seed.mfa)
        preferredMFA = seed.preferredMFA
        guard let secret = seed.softwareTokenSecret else { return }
        guard (try? OneTimePassword(base32: secret)) != nil else {
            throw PoolSeedFailure("the software token secret of user '\(seed.username)' is not base32")
        }
        softwareToken = SoftwareToken(secret: secret)
        mfa.insert(.softwareToken)
    }
}

import CognitoHandlers

extension PoolUser {
    /// Creates a user from a seed.
    /// - Throws: an error if the seed's username, status or software token secret is invalid.
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
    /// - Throws: an error if its secret is not base32.
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

import CognitoHandlers

extension PoolConfiguration {
    /// Reads a configuration from a seed; missing members have their default.
    /// - Throws: an error if a member is invalid or unknown.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "poolID", "clients", "aliasAttributes", "usernameAttributes", "requiredAttributes", "verifiedAttributes",
            "passwordPolicy", "mfa", "mfaFactors", "firstFactors", "devices", "relyingPartyID", "origins",
            "requiresUserVerification", "proofSeconds", "codeMinutes", "codeAttempts", "passwordAttempts", "customAuth",
        ])
        try reader.read("poolID", &poolID)
        try readAttributes(reader)
        try readFactors(reader)
        try reader.read("proofSeconds", &proofSeconds, in: 1...900)
        try reader.read("codeMinutes", &codeMinutes, in: 1...10_000)
        try reader.read("codeAttempts", &codeAttempts, in: 1...100)
        try reader.read("passwordAttempts", &passwordAttempts, in: 1...1000)
        if let policy = try reader.object("passwordPolicy") { passwordPolicy = try PasswordPolicy(policy) }
        guard let clients = try reader.objects("clients") else { return }
        self.clients = []
        for client in clients { self.clients.append(try PoolClient(client)) }
    }

    /// Reads which attributes are sign-in names, required or verified.
    private mutating func readAttributes(_ reader: SeedReader) throws(PoolSeedFailure) {
        let addresses = ["email", "phone_number"]
        try reader.checkValues(of: "aliasAttributes", areIn: addresses + ["preferred_username"])
        try reader.read("aliasAttributes", &aliasAttributes)
        try reader.checkValues(of: "usernameAttributes", areIn: addresses)
        try reader.read("usernameAttributes", &usernameAttributes)
        try reader.read("requiredAttributes", &requiredAttributes)
        try reader.checkValues(of: "verifiedAttributes", areIn: addresses)
        try reader.read("verifiedAttributes", &verifiedAttributes)
    }

    /// Reads the settings of second factors, first factors, devices and passkeys.
    private mutating func readFactors(_ reader: SeedReader) throws(PoolSeedFailure) {
        try reader.read("mfa", &mfa)
        try reader.read("mfaFactors", &mfaFactors)
        try reader.read("firstFactors", &firstFactors)
        try reader.read("devices", &devices)
        try reader.read("relyingPartyID", &relyingPartyID)
        try reader.read("origins", &origins)
        try reader.read("requiresUserVerification", &requiresUserVerification)
    }
}

extension PasswordPolicy {
    /// Reads a password policy from a seed; missing members have their default.
    /// - Throws: an error if a member is invalid or unknown.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "minimumLength", "needsLowercase", "needsUppercase", "needsNumber", "needsSymbol",
        ])
        try reader.read("minimumLength", &minimumLength, in: 6...99)
        try reader.read("needsLowercase", &needsLowercase)
        try reader.read("needsUppercase", &needsUppercase)
        try reader.read("needsNumber", &needsNumber)
        try reader.read("needsSymbol", &needsSymbol)
    }
}

extension PoolClient {
    /// Reads an app client from a seed; missing members have their default.
    /// - Throws: an error if a member is invalid or unknown.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "id", "secret", "authFlows", "hidesUserExistence", "sessionMinutes", "tokenMinutes", "refreshTokenDays",
            "rotatesRefreshTokens", "rotationGraceSeconds",
        ])
        try reader.readNonempty("id", &id)
        try reader.read("secret", &secret)
        guard secret != "" else { throw reader.failure("secret", mustBe: SeedReader.nonemptyString) }
        var flows = AuthFlow.allCases
        try reader.read("authFlows", &flows)
        authFlows = Set(flows)
        try reader.read("hidesUserExistence", &hidesUserExistence)
        try reader.read("sessionMinutes", &sessionMinutes, in: 3...15)
        try reader.read("tokenMinutes", &tokenMinutes, in: 5...1440)
        try reader.read("refreshTokenDays", &refreshTokenDays, in: 1...3650)
        try reader.read("rotatesRefreshTokens", &rotatesRefreshTokens)
        try reader.read("rotationGraceSeconds", &rotationGraceSeconds, in: 0...60)
    }
}

extension PoolUserSeed {
    /// Reads a user from a seed; missing members except the username have their default.
    /// - Throws: an error if a member is invalid or unknown, or the username is missing.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init(username: "")
        try reader.rejectMembers(otherThan: [
            "username", "password", "isTemporary", "attributes", "status", "isEnabled", "mfa", "preferredMFA",
            "softwareTokenSecret",
        ])
        guard reader.hasMember("username") else { throw reader.failure("username", mustBe: SeedReader.nonemptyString) }
        try reader.readNonempty("username", &username)
        try reader.read("password", &password)
        try reader.read("isTemporary", &isTemporary)
        try reader.read("attributes", &attributes)
        try reader.read("status", &status)
        guard status != "FORCE_CHANGE_PASSWORD", PoolUser.Status(rawValue: status) != nil else {
            throw reader.failure("status", mustBe: "one of CONFIRMED, UNCONFIRMED, RESET_REQUIRED")
        }
        try reader.read("isEnabled", &isEnabled)
        try reader.read("mfa", &mfa)
        // The reader needs a value to replace, which is discarded if the member is missing.
        var preferred = preferredMFA ?? .sms
        try reader.read("preferredMFA", &preferred)
        if reader.hasMember("preferredMFA") { preferredMFA = preferred }
        try reader.read("softwareTokenSecret", &softwareTokenSecret)
        try checkFactors(reader)
    }

    /// Checks that the user can use every enabled second factor.
    /// - Throws: an error if a factor is not set up, or the preferred factor is not enabled.
    private func checkFactors(_ reader: SeedReader) throws(PoolSeedFailure) {
        if let softwareTokenSecret, (try? OneTimePassword(base32: softwareTokenSecret)) == nil {
            throw reader.failure("softwareTokenSecret", mustBe: "base32")
        }
        guard softwareTokenSecret != nil || !mfa.contains(.softwareToken) else {
            throw reader.failure("softwareTokenSecret", mustBe: "present because mfa contains SOFTWARE_TOKEN_MFA")
        }
        let enabled = softwareTokenSecret == nil ? mfa : mfa + [.softwareToken]
        guard preferredMFA.map(enabled.contains) ?? true else {
            throw reader.failure("preferredMFA", mustBe: "one of the factors in mfa")
        }
    }
}

extension PoolConfiguration {
    /// Reads a configuration from a seed; missing members have their default.
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

public import FlowCore

/// The initial configuration and users of a pool, as JSON.
///
/// ```json
/// {"pool": {"mfa": "ON", "clients": [{"id": "app-client"}]},
///  "users": [{"username": "ana", "password": "Passw0rd!", "attributes": {"email": "ana@example.com"}}],
///  "accessKeys": [{"id": "admin", "secret": "wJalrXUtnFEMI"}]}
/// ```
///
/// The members of its objects have the names of the properties of ``PoolConfiguration``, ``PoolClient``,
/// ``PasswordPolicy``, ``PoolUserSeed`` and ``PoolAccessKey``. The member `customAuth` of `pool` names the
/// ``triggers``: `email-code` or `password-then-word`.
public struct PoolSeed: Sendable, Redacted {
    /// The pool's configuration.
    public var configuration: PoolConfiguration
    /// The users.
    public var users: [PoolUserSeed]
    /// The keys that sign administrators' requests to a pool server.
    public var accessKeys: [PoolAccessKey]
    /// The triggers of custom sign-in; nil if the seed names none.
    public var triggers: CustomAuthTriggers?

    /// Reads a seed from JSON.
    /// - Parameter json: the seed file's content.
    /// - Throws: an error with the path of the invalid member, or if `json` is not JSON.
    public init(json: [UInt8]) throws(PoolSeedFailure) {
        guard let value = JSONValue(json: json) else { throw PoolSeedFailure("the seed is not JSON") }
        let reader = try SeedReader(value, at: "")
        try reader.rejectMembers(otherThan: ["pool", "users", "accessKeys"])
        configuration = PoolConfiguration()
        if let pool = try reader.object("pool") {
            configuration = try PoolConfiguration(pool)
            triggers = try CustomAuthTriggers(pool)
        }
        users = []
        for user in try reader.objects("users") ?? [] { users.append(try PoolUserSeed(user)) }
        accessKeys = []
        for key in try reader.objects("accessKeys") ?? [] { accessKeys.append(try PoolAccessKey(key)) }
        try checkNamesAreUnique()
        try checkPool()
        try checkUsers()
    }

    /// Checks that the attributes of users conform to the schema, and that the pool offers their second factors.
    private func checkUsers() throws(PoolSeedFailure) {
        for (index, user) in users.enumerated() {
            do throws(PoolError) {
                try configuration.checkSchema(user.attributes.filter { $0.key != "sub" })
            } catch {
                throw PoolSeedFailure("users[\(index)].attributes: \(error.message)")
            }
            for factor in user.enabledFactors where !configuration.mfaFactors.contains(factor) {
                throw PoolSeedFailure("users[\(index)].mfa contains \(factor.rawValue), but pool.mfaFactors does not")
            }
        }
    }

    /// Checks that no two users can sign in with the same name, and that no two clients or keys have the same id.
    private func checkNamesAreUnique() throws(PoolSeedFailure) {
        var owners: [[UInt8]: Int] = [:]
        for (index, user) in users.enumerated() {
            for name in user.names(in: configuration) {
                let key = Array(name.utf8)
                guard owners[key] == nil || owners[key] == index else {
                    throw PoolSeedFailure("users: two users have the name '\(name)'")
                }
                owners[key] = index
            }
        }
        var clientIDs: Set<String> = []
        for client in configuration.clients where !clientIDs.insert(client.id).inserted {
            throw PoolSeedFailure("pool.clients: two clients have the id '\(client.id)'")
        }
        var keyIDs: Set<String> = []
        for key in accessKeys where !keyIDs.insert(key.id).inserted {
            throw PoolSeedFailure("accessKeys: two keys have the id '\(key.id)'")
        }
    }

    /// Checks that the pool has an app client and a valid identifier.
    private func checkPool() throws(PoolSeedFailure) {
        guard !configuration.clients.isEmpty else {
            throw PoolSeedFailure("pool.clients must contain at least one client")
        }
        let parts = configuration.poolID.split(separator: "_", omittingEmptySubsequences: false)
        // The id is part of URLs, such as that of the keys.
        guard parts.count == 2, !parts.contains(""), parts[0].utf8.allSatisfy({ Self.regionBytes.contains($0) }),
            parts[1].utf8.allSatisfy({ Self.nameBytes.contains($0) })
        else {
            throw PoolSeedFailure(
                "pool.poolID must be a region and a name of letters and digits with '_' in between, "
                    + "such as us-east-1_Embedded1")
        }
    }

    private static let regionBytes = Set("-0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    private static let nameBytes = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}

/// An error in a seed, or in a user to add.
///
/// Its message contains no secret. For a seed's JSON, it contains the path of the invalid member.
public struct PoolSeedFailure: Error, Sendable, Equatable {
    /// The error in one sentence.
    public let message: String

    /// Creates an error from a message, which must not contain a secret.
    init(_ message: String) {
        self.message = message
    }
}

extension PoolConfiguration {
    /// Reads a configuration from a seed; missing members have their default.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "poolID", "clients", "aliasAttributes", "usernameAttributes", "requiredAttributes", "verifiedAttributes",
            "passwordPolicy", "mfa", "mfaFactors", "firstFactors", "devices", "relyingPartyID", "origins",
            "requiresUserVerification", "proofSeconds", "codeMinutes", "codeAttempts", "passwordAttempts", "customAuth",
        ])
        try reader.readNonempty("poolID", &poolID, longest: MaxLength.poolID)
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
        let canBeRequired = Self.standardAttributes.subtracting(Self.verificationMarks)
        guard requiredAttributes.allSatisfy({ canBeRequired.contains($0) || $0.hasPrefix("custom:") }) else {
            let names = canBeRequired.sorted().joined(separator: ", ")
            throw reader.failure("requiredAttributes", mustBe: "a list of custom: attributes, and of " + names)
        }
        try reader.checkValues(of: "verifiedAttributes", areIn: addresses)
        try reader.read("verifiedAttributes", &verifiedAttributes)
    }

    /// Reads the settings of second factors, first factors, devices and passkeys.
    private mutating func readFactors(_ reader: SeedReader) throws(PoolSeedFailure) {
        try reader.read("mfa", &mfa)
        try reader.read("mfaFactors", &mfaFactors)
        guard mfa != .on || !mfaFactors.isEmpty else {
            throw reader.failure("mfaFactors", mustBe: "a nonempty list because mfa is ON")
        }
        try reader.read("firstFactors", &firstFactors)
        try reader.read("devices", &devices)
        try reader.read("relyingPartyID", &relyingPartyID)
        try reader.read("origins", &origins)
        try reader.read("requiresUserVerification", &requiresUserVerification)
    }
}

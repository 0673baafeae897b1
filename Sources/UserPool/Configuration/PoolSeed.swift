import FlowCore

/// The initial configuration and users of a pool, as JSON.
///
/// ```json
/// {"pool": {"mfa": "ON", "clients": [{"id": "app-client"}]},
///  "users": [{"username": "ana", "password": "Passw0rd!", "attributes": {"email": "ana@example.com"}}],
///  "accessKeys": [{"id": "admin", "secret": "wJalrXUtnFEMI"}]}
/// ```
///
/// Members have the names of the properties of ``PoolConfiguration``, ``PoolClient``, ``PasswordPolicy``,
/// ``PoolUserSeed`` and ``PoolAccessKey``.
public struct PoolSeed: Sendable {
    /// The pool's configuration.
    public var configuration: PoolConfiguration
    /// The users.
    public var users: [PoolUserSeed]
    /// Keys that sign administrators' requests to a pool server.
    public var accessKeys: [PoolAccessKey]
    /// The triggers of custom sign-in, named in the seed.
    public var triggers: CustomAuthTriggers?

    /// Reads a seed.
    /// - Parameter json: the file's bytes.
    /// - Throws: the error, with the path to the invalid member.
    public init(json: [UInt8]) throws(PoolSeedFailure) {
        guard let value = JSONValue(json: json) else { throw PoolSeedFailure("the seed is not JSON") }
        let reader = try SeedReader(value, at: "")
        try reader.allow(["pool", "users", "accessKeys"])
        configuration = PoolConfiguration()
        if let pool = try reader.object("pool") {
            configuration = try PoolConfiguration(pool)
            triggers = try CustomAuthTriggers(pool)
        }
        users = []
        for user in try reader.objects("users") ?? [] { users.append(try PoolUserSeed(user)) }
        accessKeys = []
        for key in try reader.objects("accessKeys") ?? [] { accessKeys.append(try PoolAccessKey(key)) }
        try checkNames()
    }

    private func checkNames() throws(PoolSeedFailure) {
        var seen: Set<String> = []
        for user in users where !seen.insert(user.username).inserted {
            throw PoolSeedFailure("users: there are two of the name '\(user.username)'")
        }
        var clients: Set<String> = []
        for client in configuration.clients where !clients.insert(client.id).inserted {
            throw PoolSeedFailure("pool.clients: there are two of the id '\(client.id)'")
        }
        var keys: Set<String> = []
        for key in accessKeys where !keys.insert(key.id).inserted {
            throw PoolSeedFailure("accessKeys: there are two of the id '\(key.id)'")
        }
        guard !configuration.clients.isEmpty else {
            throw PoolSeedFailure("pool.clients must have one client at least")
        }
        let parts = configuration.poolID.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw PoolSeedFailure("pool.poolID must be REGION_NAME, such as us-east-1_Embedded1")
        }
    }
}

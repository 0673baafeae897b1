import FlowCore

/// What a pool begins with: its set-up and its users, in a file of JSON.
///
/// ```json
/// {"pool": {"mfa": "ON", "clients": [{"id": "app-client"}]},
///  "users": [{"username": "ana", "password": "Passw0rd!", "attributes": {"email": "ana@example.com"}}],
///  "accessKeys": [{"id": "admin", "secret": "wJalrXUtnFEMI"}]}
/// ```
/// Members are named as the properties of ``PoolConfiguration``, ``PoolClient``, ``PasswordPolicy``, ``PoolUserSeed`` and
/// ``PoolAccessKey``.
public struct PoolSeed: Sendable {
    /// How the pool is set up.
    public var configuration: PoolConfiguration
    /// Its users.
    public var users: [PoolUserSeed]
    /// Keys by which operations of administrators are signed where the pool is behind a port.
    public var accessKeys: [PoolAccessKey]
    /// The triggers of custom sign-in, by the name that the file has for them.
    public var triggers: CustomAuthTriggers?

    /// Reads a seed.
    /// - Parameter json: the file's bytes.
    /// - Throws: what is wrong, with the way to it.
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

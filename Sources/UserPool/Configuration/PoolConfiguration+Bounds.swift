extension PoolConfiguration {
    /// The largest number in a configuration, chosen so that time arithmetic fits in 64 bits.
    private static let maximum = 100_000_000

    /// Returns the configuration with every number clamped to a usable range.
    func clamped() -> PoolConfiguration {
        var result = self
        result.proofSeconds = min(max(proofSeconds, 0), Int64(Self.maximum))
        result.codeMinutes = min(max(codeMinutes, 0), Int64(Self.maximum))
        result.codeAttempts = Self.clamped(codeAttempts, from: 1)
        result.passwordAttempts = Self.clamped(passwordAttempts, from: 1)
        result.passwordPolicy.minimumLength = Self.clamped(
            passwordPolicy.minimumLength, from: 0, to: PasswordPolicy.maximumLength)
        result.clients = clients.map { Self.clampedClient($0) }
        return result
    }

    /// Returns an app client with every number clamped to a usable range.
    private static func clampedClient(_ client: PoolClient) -> PoolClient {
        var result = client
        result.sessionMinutes = clamped(client.sessionMinutes, from: 0)
        result.tokenMinutes = clamped(client.tokenMinutes, from: 0)
        result.refreshTokenDays = clamped(client.refreshTokenDays, from: 0)
        result.rotationGraceSeconds = clamped(client.rotationGraceSeconds, from: 0)
        return result
    }

    /// Returns a number clamped to a range.
    private static func clamped(_ number: Int, from lowest: Int, to highest: Int = maximum) -> Int {
        min(max(number, lowest), highest)
    }
}

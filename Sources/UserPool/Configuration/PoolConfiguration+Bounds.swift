extension PoolConfiguration {
    /// The largest permitted number. Sums and products of it fit in 64 bits.
    private static let greatest = 100_000_000

    /// The configuration with every number clamped, whatever the host has set.
    func bounded() -> PoolConfiguration {
        var bounded = self
        bounded.proofSeconds = min(max(proofSeconds, 0), Int64(Self.greatest))
        bounded.codeMinutes = min(max(codeMinutes, 0), Int64(Self.greatest))
        bounded.codeAttempts = Self.bounded(codeAttempts, from: 1)
        bounded.passwordAttempts = Self.bounded(passwordAttempts, from: 1)
        bounded.passwordPolicy.minimumLength = Self.bounded(passwordPolicy.minimumLength, from: 0, to: 256)
        bounded.clients = clients.map { client in
            var client = client
            client.sessionMinutes = Self.bounded(client.sessionMinutes, from: 0)
            client.tokenMinutes = Self.bounded(client.tokenMinutes, from: 0)
            client.refreshTokenDays = Self.bounded(client.refreshTokenDays, from: 0)
            client.rotationGraceSeconds = Self.bounded(client.rotationGraceSeconds, from: 0)
            return client
        }
        return bounded
    }

    private static func bounded(_ number: Int, from least: Int, to maximum: Int = greatest) -> Int {
        min(max(number, least), maximum)
    }
}

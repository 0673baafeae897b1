public import CognitoHandlers

/// The clock, random source, delivery and keys of a pool.
public struct PoolEnvironment: Sendable {
    /// Returns the time in seconds since 1970, UTC.
    public var now: @Sendable () -> Int64
    /// The source of random numbers.
    public var random: CognitoRandom
    /// Receives every message that the pool "sends".
    public var deliver: @Sendable (PoolMessage) -> Void
    /// The private key of access tokens, RSA in PEM.
    ///
    /// Without it the pool generates one with its first token, which takes a tenth of a second.
    public var signingKey: String?
    /// The private key of ID tokens, another RSA key in PEM.
    ///
    /// Without it the pool generates one.
    public var identitySigningKey: String?

    /// Creates an environment. By default it uses the system's, and discards messages.
    public init(
        now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime, random: CognitoRandom = .system,
        deliver: @escaping @Sendable (PoolMessage) -> Void = { _ in }, signingKey: String? = nil,
        identitySigningKey: String? = nil
    ) {
        self.now = now
        self.random = random
        self.deliver = deliver
        self.signingKey = signingKey
        self.identitySigningKey = identitySigningKey
    }
}

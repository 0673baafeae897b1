public import CognitoHandlers

/// What a pool takes from outside.
public struct PoolEnvironment: Sendable {
    /// The time: seconds since 1970 in UTC.
    public var now: @Sendable () -> Int64
    /// Where random numbers come from.
    public var random: CognitoRandom
    /// Is given every message that the pool "sends".
    public var deliver: @Sendable (PoolMessage) -> Void
    /// The private key of access tokens, an RSA key in PEM; without it a pool makes one with its first token, in a tenth of a
    /// second.
    public var signingKey: String?
    /// The private key of id tokens, another RSA key in PEM; without it a pool makes one as well.
    public var identitySigningKey: String?

    /// An environment, by default that of the system; messages go nowhere.
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

public import CognitoHandlers

/// What a pool takes from outside.
public struct PoolEnvironment: Sendable {
    /// The time: seconds since 1970 in UTC.
    public var now: @Sendable () -> Int64
    /// Where random numbers come from.
    public var random: CognitoRandom
    /// Is given every message that the pool "sends".
    public var deliver: @Sendable (PoolMessage) -> Void

    /// An environment, by default that of the system; messages go nowhere.
    public init(
        now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime, random: CognitoRandom = .system,
        deliver: @escaping @Sendable (PoolMessage) -> Void = { _ in }
    ) {
        self.now = now
        self.random = random
        self.deliver = deliver
    }
}

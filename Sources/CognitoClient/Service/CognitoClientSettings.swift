#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a client goes about its requests.
public struct CognitoClientSettings: Sendable {
    /// How long one attempt may take, to the millisecond. All attempts together should take less than a runner waits for a
    /// request: 60 seconds by default.
    public var attemptLimit: Duration
    /// How often a request is sent again.
    public var retries: CognitoRetries
    /// How many bytes an answer may have.
    public var longestAnswer: Int
    /// The host's AWS credentials, for operations whose name begins with `Admin`. An app has none: whoever holds such
    /// credentials administers the pool.
    public var credentials: (any AWSCredentialsProvider)?
    /// Measures time limits and pauses.
    public var clock: any Clock<Duration>
    /// A random number from 0 to 1, for pauses.
    public var random: @Sendable () -> Double
    /// The time, for signatures: seconds since 1970 in UTC. The service refuses a time that is minutes away from its own.
    public var now: @Sendable () -> Int64

    /// Settings.
    /// - Parameters:
    ///   - attemptLimit: how long one attempt may take.
    ///   - retries: how often a request is sent again.
    ///   - longestAnswer: how many bytes an answer may have.
    ///   - credentials: what signs requests of operations whose name begins with `Admin`.
    ///   - clock: measures time limits and pauses.
    ///   - random: a random number from 0 to 1.
    ///   - now: the time: seconds since 1970 in UTC.
    public init(
        attemptLimit: Duration = .seconds(15), retries: CognitoRetries = CognitoRetries(), longestAnswer: Int = 1 << 20,
        credentials: (any AWSCredentialsProvider)? = nil, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
        now: @escaping @Sendable () -> Int64 = CognitoClientSettings.systemTime
    ) {
        self.attemptLimit = attemptLimit
        self.retries = retries
        self.longestAnswer = longestAnswer
        self.credentials = credentials
        self.clock = clock
        self.random = random
        self.now = now
    }

    /// The time of the system: seconds since 1970 in UTC.
    @Sendable public static func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970) }
}

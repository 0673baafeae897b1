public import FlowCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Time limits, retries and credentials of a client.
public struct CognitoClientSettings: Sendable, Redacted {
    /// The time limit of one attempt, with millisecond precision. All attempts together should take less than the
    /// runner's limit for a request, 60 seconds by default.
    public var attemptLimit: Duration
    /// How often, and after which delays, to retry.
    public var retries: CognitoRetries
    /// The maximum size of a response, in bytes.
    public var longestAnswer: Int
    /// The host's AWS credentials, for operations whose name begins with `Admin`. Never ship them in an app: they
    /// allow administering the pool.
    public var credentials: (any AWSCredentialsProvider)?
    /// The clock for time limits and delays.
    public var clock: any Clock<Duration>
    /// Returns a random number from 0 to 1, for delays.
    public var random: @Sendable () -> Double
    /// Returns the time for signatures, in seconds since 1970 (UTC). The service rejects a time that is minutes off.
    public var now: @Sendable () -> Int64

    /// Creates settings. Every parameter has a default that suits an app.
    /// - Parameters:
    ///   - attemptLimit: the time limit of one attempt.
    ///   - retries: how often, and after which delays, to retry.
    ///   - longestAnswer: the maximum size of a response, in bytes.
    ///   - credentials: signs requests of operations whose name begins with `Admin`.
    ///   - clock: the clock for time limits and delays.
    ///   - random: returns a random number from 0 to 1.
    ///   - now: returns the time in seconds since 1970 (UTC).
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

    /// Returns the system's time, in seconds since 1970 (UTC).
    @Sendable public static func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970) }
}

/// How often a request is sent again, and after which pauses.
///
/// | what came | sent again |
/// |---|---|
/// | the connection was refused, so that nothing was sent | always |
/// | the service asks to slow down: TooManyRequestsException, ThrottlingException, status 429 | always |
/// | the service says itself that it cannot: an error of its own with status 503 | always |
/// | another status from 500, or a 503 of something in between | if the request may be repeated |
/// | no answer in time, or the connection was cut | if the request may be repeated |
/// | anything else, such as LimitExceededException | never |
///
/// A request may be repeated if it reads, if twice is the same as once, or if it begins a sign-in without a message to the
/// user. An answer to a challenge may not: its session, and often its code, is good for once.
public struct CognitoRetries: Sendable, Equatable {
    /// How often a request is sent at most; 1 is never again.
    public var attempts: Int
    /// The longest pause before the second attempt; it doubles with each attempt.
    public var firstDelay: Duration
    /// The longest pause of all.
    public var longestDelay: Duration

    /// Retries; three attempts by default, with pauses of at most 0.1 and 0.2 seconds.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(100), longestDelay: Duration = .seconds(5)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// No retries.
    public static let none = CognitoRetries(attempts: 1)

    /// The pause before the next attempt: a random part of the longest one, so that many clients do not come back at once.
    /// - Parameters:
    ///   - attempt: how many attempts there were.
    ///   - part: the part, from 0 to 1.
    /// - Returns: the pause, a day at most.
    func delay(after attempt: Int, part: Double) -> Duration {
        // Of a longer or an unordered time, arithmetic and clocks would trap.
        let limit = min(longestDelay, .seconds(86_400))
        var longest = min(max(firstDelay, .zero), limit)
        for _ in 1..<max(attempt, 1) where longest < limit { longest = min(longest * 2, limit) }
        return longest * (part.isNaN ? 1 : min(max(part, 0), 1))
    }

    /// Whether the same request is sent again.
    /// - Parameters:
    ///   - outcome: what came of it.
    ///   - isIdempotent: whether it may be sent again when the service may have done what it asks.
    /// - Returns: whether that is so.
    static func allow(_ outcome: CallOutcome, isIdempotent: Bool) -> Bool {
        switch outcome {
        case .success: false
        case .failure(.refused): true
        case .failure(let failure): isIdempotent && (failure == .connectionReset || failure == .timeout)
        // What stands in between may have passed the request on.
        case .intermediaryResponse(let status): status == 429 || isIdempotent && status >= 500
        case .refusal(let error, _) where throttling.contains(error.type): true
        case .refusal(let error, _) where final.contains(error.type): false
        case .refusal(let error, let status):
            status == 429 || status == 503 && error.isOwn || isIdempotent && status >= 500
        }
    }

    private static let throttling: Set<String> = ["TooManyRequestsException", "ThrottlingException"]
    /// Limits that a second request meets too, and may even extend.
    private static let final: Set<String> = ["LimitExceededException", "TooManyFailedAttemptsException"]
}

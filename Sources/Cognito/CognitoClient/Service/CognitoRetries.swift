import FlowCore

/// A retry policy, which determines how often the client sends a request, and the delays between attempts.
///
/// | outcome | retried |
/// |---|---|
/// | the connection was refused, so nothing was sent | always |
/// | the service throttles: TooManyRequestsException, ThrottlingException, status 429 | always |
/// | the service is unavailable: its own error with status 503 | always |
/// | another status from 500 on, or a 503 from an intermediary | if the request is idempotent |
/// | a timeout, or a lost connection | if the request is idempotent |
/// | LimitExceededException or TooManyFailedAttemptsException with any status, and anything else | never |
///
/// Idempotent requests only read, have the same effect when repeated, or begin a sign-in without a message to the
/// user. The answer to a challenge is not idempotent: its session, and often its code, can be used only once.
public struct CognitoRetries: Sendable, Equatable {
    /// The maximum number of attempts; 1 means no retries. A repetition with a corrected signature time does not count.
    public var attempts: Int
    /// The maximum delay before the second attempt. It doubles with each attempt.
    public var firstDelay: Duration
    /// The upper bound of all delays.
    public var longestDelay: Duration

    /// Creates a retry policy. By default it makes three attempts, with delays of at most 0.1 and 0.2 seconds.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(100), longestDelay: Duration = .seconds(5)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// The policy without retries.
    public static let none = CognitoRetries(attempts: 1)

    /// Returns the delay before the next attempt.
    ///
    /// The maximum delay doubles with each attempt. With a random fraction of it (full jitter), clients spread out.
    /// - Parameters:
    ///   - attempt: the number of attempts so far.
    ///   - fraction: the fraction of the maximum delay, from 0 to 1.
    /// - Returns: the delay, at most one day.
    func delay(after attempt: Int, fraction: Double) -> Duration {
        // Longer durations and NaN would trap in arithmetic and clocks.
        let limit = min(longestDelay, .oneDay)
        var longest = min(max(firstDelay, .zero), limit)
        for _ in 1..<max(attempt, 1) where longest < limit { longest = min(longest * 2, limit) }
        return longest * (fraction.isNaN ? 1 : min(max(fraction, 0), 1))
    }

    /// Returns whether to send a request again after `outcome`, if an attempt remains. The table of
    /// ``CognitoRetries`` lists the cases.
    static func shouldRetry(after outcome: CallOutcome, isIdempotent: Bool) -> Bool {
        switch outcome {
        case .success: false
        case .failure(.refused): true
        case .failure(let failure): isIdempotent && (failure == .connectionReset || failure == .timeout)
        // An intermediary may have passed the request on.
        case .intermediaryResponse(let status): status == 429 || isIdempotent && status >= 500
        case .refusal(let error, _) where throttlingErrors.contains(error.type): true
        case .refusal(let error, _) where limitErrors.contains(error.type): false
        case .refusal(let error, let status):
            status == 429 || status == 503 && error.isOwn || isIdempotent && status >= 500
        }
    }

    /// Errors with which the service reports that it throttles requests.
    private static let throttlingErrors: Set<String> = ["TooManyRequestsException", "ThrottlingException"]
    /// Errors of limits. A retry would fail, too, and might even extend the limit.
    private static let limitErrors: Set<String> = ["LimitExceededException", "TooManyFailedAttemptsException"]
}

/// The rule for idempotent requests. A client may repeat these even if the service carried out the first attempt.
///
/// Any other request may use up a session or a code, send a message to the user, count as an attempt, or fail the
/// second time. Examples are answers to challenges, SignUp, requests for codes and their confirmation, ConfirmDevice
/// and VerifySoftwareToken. GlobalSignOut, which invalidates its own access token, and GetTokensFromRefreshToken, which
/// may rotate the refresh token, are not idempotent either.
enum Idempotency {
    private static let readOperations: Set<String> = [
        "GetUser", "GetUserAuthFactors", "GetDevice", "ListDevices", "ListWebAuthnCredentials", "AdminGetUser",
        "AdminGetDevice", "AdminListDevices", "AdminListGroupsForUser", "AdminListUserAuthEvents",
    ]
    /// Operations with the same effect and response when repeated.
    private static let repeatableOperations: Set<String> = [
        "RevokeToken", "SetUserMFAPreference", "SetUserSettings", "UpdateDeviceStatus", "AdminSetUserMFAPreference",
        "AdminUpdateDeviceStatus",
    ]
    /// Operations that begin a sign-in. The authentication flow determines whether they are idempotent.
    private static let signInOperations: Set<String> = ["InitiateAuth", "AdminInitiateAuth"]
    /// Authentication flows that are idempotent. They begin a sign-in without sending a message, calling a challenge
    /// Lambda or checking a password, or refresh tokens and keep the refresh token. (Pools that rotate it require
    /// GetTokensFromRefreshToken.)
    private static let idempotentFlows: Set<String> = ["USER_SRP_AUTH", "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]

    /// Returns whether a request with this operation and input is idempotent.
    static func isIdempotent(_ operation: String, _ body: JSONValue) -> Bool {
        if readOperations.contains(operation) || repeatableOperations.contains(operation) { return true }
        // A request with a session continues a sign-in, and its session can be used only once.
        guard signInOperations.contains(operation), body["Session"] == nil else { return false }
        return body["AuthFlow"]?.string.map(idempotentFlows.contains) ?? false
    }
}

extension Duration {
    /// The upper bound of delays and timeouts. Clocks trap on much longer durations.
    static let oneDay: Duration = .seconds(86_400)
}

extension Clock where Duration == Swift.Duration {
    /// Runs `work` with a timeout, cancels it when the timeout expires, and returns its result.
    /// - Parameters:
    ///   - limit: the timeout, at most one day.
    ///   - work: the work. It must end soon after it is canceled.
    /// - Returns: the work's result, or ``HTTPFailure/timeout`` if the limit passed first. A response that arrives
    ///   despite the cancellation is used, because it may contain tokens.
    func withTimeout(
        _ limit: Duration,
        _ work: @escaping @Sendable () async -> Result<HTTPResponse, HTTPFailure>
    ) async -> Result<HTTPResponse, HTTPFailure> {
        await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>?.self) { group in
            group.addTask { await work() }
            group.addTask { await timeout(after: limit) }
            var hasTimedOut = false
            for await result in group {
                switch result {
                // The sleep was canceled. The work's result follows, or it came before.
                case nil: continue
                case .failure(.timeout) where !hasTimedOut:
                    hasTimedOut = true
                    group.cancelAll()
                // The work failed, because it was canceled.
                case .failure where hasTimedOut: return .failure(.timeout)
                case .some(let result):
                    group.cancelAll()
                    return result
                }
            }
            // The work itself reported the timeout.
            return .failure(.timeout)
        }
    }

    /// Waits until a time limit has passed.
    /// - Returns: the failure ``HTTPFailure/timeout``, or nil if the task was canceled first.
    private func timeout(after limit: Duration) async -> Result<HTTPResponse, HTTPFailure>? {
        do {
            try await sleep(for: min(limit, .oneDay))
        } catch {
            return nil
        }
        return .failure(.timeout)
    }
}

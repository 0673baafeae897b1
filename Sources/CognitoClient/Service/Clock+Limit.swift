extension Duration {
    /// The upper bound of delays and timeouts. Clocks trap on much longer durations.
    static let oneDay: Duration = .seconds(86_400)
}

extension Clock where Duration == Swift.Duration {
    /// Runs `work` with a timeout, cancels it when the timeout expires, and returns its result.
    /// - Parameters:
    ///   - limit: the timeout, at most one day.
    ///   - work: the work. It must end soon after it is cancelled.
    /// - Returns: the work's result, or ``HTTPFailure/timeout`` if the limit passed first. A response that arrives
    ///   despite the cancellation is used, since it may contain tokens.
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
                // The sleep was cancelled together with the work, whose result follows.
                case nil: continue
                case .failure(.timeout) where !hasTimedOut:
                    hasTimedOut = true
                    group.cancelAll()
                // The work failed, since it was cancelled.
                case .failure where hasTimedOut: return .failure(.timeout)
                case .some(let result):
                    group.cancelAll()
                    return result
                }
            }
            return .failure(hasTimedOut ? .timeout : .cancelled)
        }
    }

    /// Waits until a time limit has passed.
    /// - Returns: the failure ``HTTPFailure/timeout``, or nil if the task was cancelled first.
    private func timeout(after limit: Duration) async -> Result<HTTPResponse, HTTPFailure>? {
        do { try await sleep(for: min(limit, .oneDay)) } catch { return nil }
        return .failure(.timeout)
    }
}

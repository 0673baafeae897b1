extension Clock where Duration == Swift.Duration {
    /// Does work that may take so long, and cancels it then.
    /// - Parameters:
    ///   - limit: how long; a day at most, since of much longer times clocks trap.
    ///   - work: the work; ends soon when it is cancelled.
    /// - Returns: what came of the work; ``HTTPFailure/noAnswer`` if the limit passed first. An answer that comes in spite of the
    ///   cancellation is taken, as it may hold tokens.
    func limiting(
        _ limit: Duration,
        _ work: @escaping @Sendable () async -> Result<HTTPResponse, HTTPFailure>
    ) async -> Result<HTTPResponse, HTTPFailure> {
        await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>?.self) { group in
            group.addTask { await work() }
            group.addTask { (try? await sleep(for: min(limit, .seconds(86_400)))) == nil ? nil : .failure(.timeout) }
            var isOver = false
            for await result in group {
                switch result {
                // A sleep that was cancelled says nothing: the work was cancelled with it and says so.
                case nil: continue
                case .failure(.timeout) where !isOver:
                    isOver = true
                    group.cancelAll()
                case .failure where isOver: return .failure(.timeout)
                case .some(let result):
                    group.cancelAll()
                    return result
                }
            }
            return .failure(isOver ? .timeout : .cancelled)
        }
    }
}

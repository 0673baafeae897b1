/// The result of one operation of a ``SecretStoreQueue``, for which a caller can wait. The call ends exactly once.
final class SecretStoreCall<Value: Sendable>: Sendable {
    typealias Result = Swift.Result<Value, SecretStoreFailure>

    private enum State: Sendable {
        /// The call has no result, and its caller does not wait yet.
        case open
        /// The caller waits, and the closure receives the result.
        case awaited(@Sendable (Result) -> Void)
        /// The result, until the caller has received it.
        case ended(Result?)
    }

    private let state = Locked(State.open)

    /// Whether the call has a result, so that its caller no longer waits.
    var hasEnded: Bool {
        if case .ended = state.now { return true }
        return false
    }

    /// Calls a closure with the result, at once if the call has ended, or else when it ends. Call this method once.
    func whenEnded(_ then: @escaping @Sendable (Result) -> Void) {
        let result: Result? = state.withLock { state in
            guard case .ended(let result) = state else {
                state = .awaited(then)
                return nil
            }
            state = .ended(nil)
            return result
        }
        if let result { then(result) }
    }

    /// Ends the call with a result, and delivers it if the caller waits.
    /// - Returns: whether the call was open. If it had already ended, the result is dropped.
    func end(_ result: Result) -> Bool {
        let former = state.withLock { state in
            let former = state
            switch former {
            case .open: state = .ended(result)
            case .awaited: state = .ended(nil)
            case .ended: break
            }
            return former
        }
        switch former {
        case .open: return true
        case .ended: return false
        case .awaited(let then):
            then(result)
            return true
        }
    }
}

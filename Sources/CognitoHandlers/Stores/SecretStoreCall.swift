/// One operation of a ``SecretStoreQueue`` as its caller sees it: it ends once, whatever ends it.
final class SecretStoreCall<Value: Sendable>: Sendable {
    typealias Result = Swift.Result<Value, SecretStoreFailure>

    private enum State: Sendable {
        case open
        case awaited(@Sendable (Result) -> Void)
        /// The result waits for its caller, until that has it.
        case ended(Result?)
    }

    private let state = Locked(State.open)

    /// Whether nobody waits any more.
    var hasEnded: Bool {
        if case .ended = state.now { return true }
        return false
    }

    /// Hands the result over as soon as there is one.
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

    /// Ends the call.
    /// - Returns: false if it had ended.
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

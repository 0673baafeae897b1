/// A task whatever its result is.
protocol UntypedTask: Sendable {
    func whenEndedUntyped(_ follower: @escaping (AWSTaskOutcome<AnyObject>) -> Void)
}

extension AWSTask: UntypedTask {
    func whenEndedUntyped(_ follower: @escaping (AWSTaskOutcome<AnyObject>) -> Void) {
        whenEnded { follower($0.erased) }
    }

    /// Goes on when this task has ended, in whatever way.
    /// - Parameters:
    ///   - executor: where the block runs.
    ///   - block: is given this task; a task that it returns is waited for.
    /// - Returns: a task with what the block returns.
    @preconcurrency @discardableResult
    public func continueWith(
        executor: AWSExecutor = .immediate(), block: @escaping @Sendable (AWSTask<Result>) -> Any?
    ) -> AWSTask<AnyObject> {
        let next = AWSTask<AnyObject>()
        whenEnded { _ in
            executor.execute { next.follow(block(self)) }
        }
        return next
    }

    /// Goes on when this task has a result; an error and a cancellation are passed on.
    /// - Parameters:
    ///   - executor: where the block runs.
    ///   - block: is given this task; a task that it returns is waited for.
    /// - Returns: a task with what the block returns.
    @preconcurrency @discardableResult
    public func continueOnSuccessWith(
        executor: AWSExecutor = .immediate(), block: @escaping @Sendable (AWSTask<Result>) -> Any?
    ) -> AWSTask<AnyObject> {
        let next = AWSTask<AnyObject>()
        whenEnded { outcome in
            guard case .result = outcome else {
                next.end(outcome.erased)
                return
            }
            executor.execute { next.follow(block(self)) }
        }
        return next
    }
}

extension AWSTask<AnyObject> {
    /// Ends with a block's result, or as the task that the block returned.
    fileprivate func follow(_ returned: Any?) {
        guard let task = returned as? any UntypedTask else {
            end(.result(returned.map { $0 as AnyObject }))
            return
        }
        task.whenEndedUntyped { self.end($0) }
    }
}

/// A task with its result type erased.
protocol UntypedTask: Sendable {
    /// Calls a closure when the task ends, or immediately if it has already ended.
    func whenEndedUntyped(_ follower: @escaping (AWSTaskOutcome<AnyObject>) -> Void)
}

extension AWSTask: UntypedTask {
    func whenEndedUntyped(_ follower: @escaping (AWSTaskOutcome<AnyObject>) -> Void) {
        whenEnded { follower($0.erased) }
    }

    /// Runs a block when this task has ended, successfully or not.
    /// - Parameters:
    ///   - executor: where the block runs.
    ///   - block: receives this task. It returns a result, or a task to wait for.
    /// - Returns: a task that ends with the block's result, or like the task that the block returns.
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

    /// Runs a block when this task has succeeded. Errors and cancellation propagate to the returned task.
    /// - Parameters:
    ///   - executor: where the block runs.
    ///   - block: receives this task. It returns a result, or a task to wait for.
    /// - Returns: a task that ends with the block's result, or like the task that the block returns.
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
    /// Ends this task with a block's result or, if that is a task, in the same way as that task.
    fileprivate func follow(_ returned: Any?) {
        guard let task = returned as? any UntypedTask else {
            end(.result(returned.map { $0 as AnyObject }))
            return
        }
        task.whenEndedUntyped { self.end($0) }
    }
}

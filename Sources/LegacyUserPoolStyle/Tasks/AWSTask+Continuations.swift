import Foundation

/// A task whose type of result is erased.
private protocol UntypedTask: Sendable {
    /// Calls a closure when the task ends, or immediately if it has already ended.
    func whenEndedUntyped(_ follower: @escaping (AWSTaskOutcome<AnyObject>) -> Void)
}

extension AWSTask: UntypedTask {
    /// Calls a closure with the erased outcome when the task ends, or immediately if it has already ended.
    func whenEndedUntyped(_ follower: @escaping (AWSTaskOutcome<AnyObject>) -> Void) {
        whenEnded { follower($0.erased) }
    }

    /// Runs a block when this task has ended, successfully or not.
    /// - Parameters:
    ///   - executor: runs the block, by default on the thread that ends this task.
    ///   - block: receives this task. Returns a result, or a task to wait for.
    /// - Returns: a task that ends with the block's result or, if that is a task, with that task's outcome.
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
    ///   - executor: runs the block, by default on the thread that ends this task.
    ///   - block: receives this task. Returns a result, or a task to wait for.
    /// - Returns: a task that ends with the block's result or, if that is a task, with that task's outcome.
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
    /// Ends this task with the value that a block returned or, if that is a task, with that task's outcome.
    fileprivate func follow(_ returned: Any?) {
        guard let task = returned as? any UntypedTask else {
            end(.result(returned.map { $0 as AnyObject }))
            return
        }
        task.whenEndedUntyped { self.end($0) }
    }
}

/// Runs blocks immediately or on the main thread.
public struct AWSExecutor: Sendable {
    /// Runs a block, now or later.
    let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Returns an executor that runs blocks on the thread that ends the task.
    public static func immediate() -> AWSExecutor { AWSExecutor { $0() } }

    /// Returns the same as ``immediate()``.
    public static func `default`() -> AWSExecutor { immediate() }

    /// Returns an executor that runs blocks on the main thread.
    public static func mainThread() -> AWSExecutor { AWSExecutor { work in DispatchQueue.main.async(execute: work) } }
}

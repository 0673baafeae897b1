/// Ends a task: with a result, an error, or by cancelling it. What comes after the first of them is ignored.
///
/// A source that its holder lets go without an answer cancels its task: nobody else could end it.
public final class AWSTaskCompletionSource<Result>: Sendable {
    /// The task that it ends.
    public let task: AWSTask<Result>

    /// Creates a source with a task of its own.
    public init() {
        task = AWSTask()
    }

    deinit { task.end(.cancelled) }

    /// Ends the task with a result.
    /// - Parameter result: the result.
    public func set(result: Result?) { task.end(.result(result)) }

    /// Ends the task with an error.
    /// - Parameter error: the error.
    public func set(error: any Error) { task.end(.error(error)) }

    /// Cancels the task.
    public func cancel() { task.end(.cancelled) }

    /// Ends the task with a result.
    /// - Parameter result: the result.
    /// - Returns: whether it ended so; otherwise it had ended before.
    @discardableResult
    public func trySet(result: Result?) -> Bool { task.end(.result(result)) }

    /// Ends the task with an error.
    /// - Parameter error: the error.
    /// - Returns: whether it ended so; otherwise it had ended before.
    @discardableResult
    public func trySet(error: any Error) -> Bool { task.end(.error(error)) }

    /// Cancels the task.
    /// - Returns: whether it ended so; otherwise it had ended before.
    @discardableResult
    public func trySetCancelled() -> Bool { task.end(.cancelled) }
}

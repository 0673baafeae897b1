/// Ends a task with a result, an error or cancellation.
///
/// Only the first call has an effect. A source that is released before it has ended its task cancels the task, since
/// nothing else could end it.
public final class AWSTaskCompletionSource<Result>: Sendable {
    /// The task that the source ends.
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
    /// - Returns: whether this call ended it; false if it had ended before.
    @discardableResult
    public func trySet(result: Result?) -> Bool { task.end(.result(result)) }

    /// Ends the task with an error.
    /// - Parameter error: the error.
    /// - Returns: whether this call ended it; false if it had ended before.
    @discardableResult
    public func trySet(error: any Error) -> Bool { task.end(.error(error)) }

    /// Cancels the task.
    /// - Returns: whether this call ended it; false if it had ended before.
    @discardableResult
    public func trySetCancelled() -> Bool { task.end(.cancelled) }
}

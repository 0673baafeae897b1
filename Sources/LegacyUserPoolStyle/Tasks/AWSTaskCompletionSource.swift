public import FlowCore

/// Ends a task with a result, an error or cancellation.
///
/// Only the first call has an effect. A source that is released before its task has ended cancels the task, since nothing
/// else could end it.
public final class AWSTaskCompletionSource<Result>: Sendable, Redacted {
    /// The task that the source ends.
    public let task: AWSTask<Result>

    /// Creates a source with a task of its own.
    public init() {
        task = AWSTask()
    }

    /// Cancels the task, unless it has ended.
    deinit { task.end(.cancelled) }

    /// Ends the task with a result, unless it has ended.
    /// - Parameter result: the host's answer, or nil for an empty answer.
    public func set(result: Result?) { task.end(.result(result)) }

    /// Ends the task with an error, unless it has ended.
    /// - Parameter error: the reason why there is no answer.
    public func set(error: any Error) { task.end(.error(error)) }

    /// Cancels the task, unless it has ended.
    public func cancel() { task.end(.cancelled) }

    /// Ends the task with a result, unless it has ended.
    /// - Parameter result: the host's answer, or nil for an empty answer.
    /// - Returns: whether this call ended the task.
    @discardableResult
    public func trySet(result: Result?) -> Bool { task.end(.result(result)) }

    /// Ends the task with an error, unless it has ended.
    /// - Parameter error: the reason why there is no answer.
    /// - Returns: whether this call ended the task.
    @discardableResult
    public func trySet(error: any Error) -> Bool { task.end(.error(error)) }

    /// Cancels the task, unless it has ended.
    /// - Returns: whether this call ended the task.
    @discardableResult
    public func trySetCancelled() -> Bool { task.end(.cancelled) }
}

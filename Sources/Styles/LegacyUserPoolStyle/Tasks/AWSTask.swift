public import FlowCore
import Foundation

/// The future outcome of a call: a result, an error or a cancellation.
///
/// A task ends once. By default, a block that continues it runs on the thread that ends it, or immediately if it has
/// already ended. As in the SDK, a block that updates the UI must switch to the main thread. In asynchronous functions,
/// use ``value``.
///
/// The type is an unchecked `Sendable`: `condition` guards all mutable state, but results may be of any type.
public final class AWSTask<Result>: @unchecked Sendable, Redacted {
    private let condition = NSCondition()
    private var outcome: AWSTaskOutcome<Result>?
    private var followers: [(AWSTaskOutcome<Result>) -> Void] = []

    /// Creates a task that has not ended.
    init() {}

    /// Creates a task that has ended with a result.
    /// - Parameter result: the result, or nil if the call has none.
    public init(result: Result?) {
        outcome = .result(result)
    }

    /// Creates a task that has ended with an error.
    /// - Parameter error: the reason why the call failed.
    public init(error: any Error) {
        outcome = .error(error)
    }

    /// Returns a task that has ended with a cancellation.
    public static func cancelled() -> AWSTask {
        let task = AWSTask()
        task.end(.cancelled)
        return task
    }

    /// The outcome, or nil if the task has not ended.
    private var currentOutcome: AWSTaskOutcome<Result>? {
        condition.lock()
        defer { condition.unlock() }
        return outcome
    }

    /// The result, or nil if the task has not succeeded or has no result.
    public var result: Result? {
        if case .result(let result)? = currentOutcome { return result }
        return nil
    }

    /// The error, or nil if the task has not failed.
    public var error: (any Error)? {
        if case .error(let error)? = currentOutcome { return error }
        return nil
    }

    /// Whether the task has ended.
    public var isCompleted: Bool { currentOutcome != nil }

    /// Whether the task has failed.
    public var isFaulted: Bool { error != nil }

    /// Whether the task was canceled.
    public var isCancelled: Bool {
        if case .cancelled? = currentOutcome { return true }
        return false
    }

    /// Blocks this thread until the task has ended. In asynchronous functions, use ``value``.
    @available(*, noasync)
    public func waitUntilFinished() {
        condition.lock()
        while outcome == nil { condition.wait() }
        condition.unlock()
    }

    /// Ends the task, unless it has already ended.
    /// - Returns: whether this call ended the task.
    @discardableResult
    func end(_ outcome: AWSTaskOutcome<Result>) -> Bool {
        condition.lock()
        guard self.outcome == nil else {
            condition.unlock()
            return false
        }
        self.outcome = outcome
        let waiting = followers
        followers = []
        condition.broadcast()
        condition.unlock()
        for follower in waiting { follower(outcome) }
        return true
    }

    /// Calls a closure when the task ends, or immediately if it has already ended.
    func whenEnded(_ follower: @escaping (AWSTaskOutcome<Result>) -> Void) {
        condition.lock()
        guard let outcome else {
            followers.append(follower)
            condition.unlock()
            return
        }
        condition.unlock()
        follower(outcome)
    }
}

/// How a task ended.
enum AWSTaskOutcome<Result> {
    /// The task succeeded. The result is nil if the call has none.
    case result(Result?)
    case error(any Error)
    case cancelled

    /// The outcome with its result as an object of any type.
    var erased: AWSTaskOutcome<AnyObject> {
        switch self {
        case .result(let result): .result(result.map { $0 as AnyObject })
        case .error(let error): .error(error)
        case .cancelled: .cancelled
        }
    }
}

/// Ends a task with a result, an error or cancellation.
///
/// Only the first call has an effect. A source that is released before its task has ended cancels the task, because
/// nothing else could end it.
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

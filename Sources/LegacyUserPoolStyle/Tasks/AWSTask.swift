import Foundation

/// The future outcome of a call: a result, an error or cancellation.
///
/// It is set once. Blocks run on the thread that ends the task, or at once if it has ended; as with the SDK, hosts that
/// update their UI switch to the main thread. Swift concurrency uses ``value``.
///
/// Unchecked: `condition` guards all mutable state, and a result is passed on as it was given.
public final class AWSTask<Result>: @unchecked Sendable {
    private let condition = NSCondition()
    private var outcome: AWSTaskOutcome<Result>?
    private var followers: [(AWSTaskOutcome<Result>) -> Void] = []

    /// Creates a task that has not ended.
    init() {}

    /// Creates a task that has ended with a result.
    /// - Parameter result: the result, if there is one.
    public init(result: Result?) {
        outcome = .result(result)
    }

    /// Creates a task that has ended with an error.
    /// - Parameter error: the error.
    public init(error: any Error) {
        outcome = .error(error)
    }

    /// A task that was cancelled.
    public static func cancelled() -> AWSTask {
        let task = AWSTask()
        task.end(.cancelled)
        return task
    }

    /// The outcome so far.
    var standing: AWSTaskOutcome<Result>? {
        condition.lock()
        defer { condition.unlock() }
        return outcome
    }

    /// The result, if it has succeeded.
    public var result: Result? {
        if case .result(let result)? = standing { return result }
        return nil
    }

    /// The error, if it has failed.
    public var error: (any Error)? {
        if case .error(let error)? = standing { return error }
        return nil
    }

    /// Whether it has ended.
    public var isCompleted: Bool { standing != nil }

    /// Whether it has failed.
    public var isFaulted: Bool { error != nil }

    /// Whether it was cancelled.
    public var isCancelled: Bool {
        if case .cancelled? = standing { return true }
        return false
    }

    /// Blocks this thread until it has ended. In asynchronous functions use ``value``.
    @available(*, noasync)
    public func waitUntilFinished() {
        condition.lock()
        while outcome == nil { condition.wait() }
        condition.unlock()
    }

    /// Ends it, unless it has ended.
    /// - Returns: whether this call ended it.
    @discardableResult
    func end(_ outcome: AWSTaskOutcome<Result>) -> Bool {
        condition.lock()
        guard self.outcome == nil else {
            condition.unlock()
            return false
        }
        self.outcome = outcome
        let told = followers
        followers = []
        condition.broadcast()
        condition.unlock()
        for follower in told { follower(outcome) }
        return true
    }

    /// Runs a closure when it ends, or now if it has ended.
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

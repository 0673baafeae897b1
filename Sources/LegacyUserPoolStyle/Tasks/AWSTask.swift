import Foundation

/// What a call will come to: a result, an error, or that it was cancelled. It comes to one of them once and stays so.
///
/// Blocks run on the thread on which the task ends, or at once if it has ended; a host that shows something goes to its
/// main thread, as with the SDK. With Swift's concurrency there is ``value``.
///
/// Unchecked: everything that changes is behind `condition`, and a result is handed on as it was given.
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

    /// What it came to so far.
    var standing: AWSTaskOutcome<Result>? {
        condition.lock()
        defer { condition.unlock() }
        return outcome
    }

    /// The result, if it has one by now.
    public var result: Result? {
        if case .result(let result)? = standing { return result }
        return nil
    }

    /// The error, if it has one by now.
    public var error: (any Error)? {
        if case .error(let error)? = standing { return error }
        return nil
    }

    /// Whether it has ended, in whatever way.
    public var isCompleted: Bool { standing != nil }

    /// Whether it has ended with an error.
    public var isFaulted: Bool { error != nil }

    /// Whether it was cancelled.
    public var isCancelled: Bool {
        if case .cancelled? = standing { return true }
        return false
    }

    /// Blocks this thread until it has ended. Never in an asynchronous function: there is ``value`` for that.
    @available(*, noasync)
    public func waitUntilFinished() {
        condition.lock()
        while outcome == nil { condition.wait() }
        condition.unlock()
    }

    /// Ends it, unless it has ended.
    /// - Returns: whether it ended so.
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

    /// Has something done when it ends, or now if it has ended.
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

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
    /// Ends this task with the value that a block returned.
    ///
    /// If the value is a task, this task ends with the outcome of that task.
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
    ///
    /// If the task has already ended, a block runs immediately.
    public static func immediate() -> AWSExecutor { AWSExecutor { $0() } }

    /// Returns the same as ``immediate()``.
    public static func `default`() -> AWSExecutor { immediate() }

    /// Returns an executor that runs blocks on the main thread.
    public static func mainThread() -> AWSExecutor { AWSExecutor { work in DispatchQueue.main.async(execute: work) } }
}

extension AWSTask where Result: Sendable {
    /// The result. Reading it waits until the task has ended.
    /// - Throws: the task's error; `CancellationError` if this task or the waiting Swift task was canceled; an
    ///   `NSError` if the task has no result.
    public var value: Result {
        get async throws {
            switch await ended.content {
            case .result(let result?): return result
            case .result(nil): throw NSError(client: .unknown, type: "no-result", message: "The call has no result")
            case .error(let error): throw error
            case .cancelled: throw CancellationError()
            }
        }
    }
}

extension AWSTask {
    /// The outcome. Reading it waits until the task has ended.
    ///
    /// If the waiting Swift task is canceled first, the outcome is a cancellation.
    var ended: Unchecked<AWSTaskOutcome<Result>> {
        get async {
            let wait = SingleWait<AWSTaskOutcome<Result>>()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    wait.begin(continuation)
                    whenEnded { wait.end(Unchecked($0)) }
                }
            } onCancel: {
                wait.end(Unchecked(.cancelled))
            }
        }
    }
}

/// A single wait for a value, which may come before the wait begins. Ignores later values. `lock` guards the variables.
private final class SingleWait<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Unchecked<Value>, Never>?
    private var value: Unchecked<Value>?

    /// Begins the wait. If there is already a value, the wait ends immediately.
    func begin(_ continuation: CheckedContinuation<Unchecked<Value>, Never>) {
        lock.lock()
        let earlyValue = value
        if earlyValue == nil { self.continuation = continuation }
        lock.unlock()
        if let earlyValue { continuation.resume(returning: earlyValue) }
    }

    /// Ends the wait with a value, unless it has already ended.
    func end(_ value: Unchecked<Value>) {
        lock.lock()
        let waiting = continuation
        continuation = nil
        if self.value == nil { self.value = value }
        lock.unlock()
        waiting?.resume(returning: value)
    }
}

/// A value of the host that need not be `Sendable`: a delegate, a step's object or an answer.
///
/// The SDK's types predate `Sendable`. This module uses such a value on one thread at a time.
struct Unchecked<Content>: @unchecked Sendable {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}

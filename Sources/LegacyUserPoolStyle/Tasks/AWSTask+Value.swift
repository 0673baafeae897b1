import Foundation

extension AWSTask where Result: Sendable {
    /// The result. Reading it waits until the task has ended.
    /// - Throws: the task's error; `CancellationError` if this task or the waiting Swift task was cancelled; an `NSError` if
    ///   the task has no result.
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
    /// If the waiting Swift task is cancelled first, the outcome is a cancellation.
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

/// A single wait for a value, which may arrive before the wait begins. Later values are ignored.
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

    /// Wraps a value of the host.
    init(_ content: Content) {
        self.content = content
    }
}

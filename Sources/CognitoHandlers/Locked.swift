import Foundation

/// A value guarded by a lock. (`Mutex` needs newer Apple systems than those supported.)
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Creates a lock that guards a value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Calls a closure with exclusive access to the value, and returns its result.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// A copy of the current value.
    package var now: Value { withLock { $0 } }
}

import Foundation

/// A value that threads take turns with. (`Mutex` needs a newer Apple system than those that are supported.)
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// A value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Does something with the value while no other thread can.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// The value as it is now.
    package var now: Value { withLock { $0 } }
}

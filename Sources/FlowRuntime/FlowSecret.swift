public import FlowCore

/// A text that is a secret, such as a password: UTF-8 bytes that are overwritten with zeros when their last holder goes, and shown to
/// nobody.
///
/// A flow that is started with one (``FlowRunner/start(_:secrets:)``) has a handle in the secret's place: a text of random digits that means
/// nothing outside of the runner. Handlers and the service get the bytes, and a runner lets go of a secret as soon as no value
/// of the flow holds its handle. A Swift string cannot be overwritten: who has the password as a `String` has copies in memory that nobody can erase.
public final class FlowSecret: Sendable, Redacted {
    /// Written to by ``init(count:_:)`` alone. One byte longer than the text, so that there is an address without any.
    private nonisolated(unsafe) let memory: UnsafeMutableBufferPointer<UInt8>

    /// How many bytes it has.
    public let count: Int

    /// Memory that a closure fills.
    package init(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.count = count
        memory = .allocate(capacity: count + 1)
        memory.initialize(repeating: 0)
        fill(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
    }

    /// Takes bytes and overwrites the array they came in, where nobody else holds it.
    /// - Parameter bytes: the text in UTF-8. A request cannot be sent with any other bytes.
    public convenience init(_ bytes: consuming [UInt8]) {
        self.init(count: bytes.count) { memory in _ = memory.update(from: bytes) }
        erase(&bytes)
    }

    /// The bytes of a text, whose own memory stays as it is.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit {
        erase(memory)
        memory.deallocate()
    }

    /// The bytes, while the closure runs.
    public func withBytes<Result: ~Copyable>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Behind its last use the optimiser may end this object, and overwrite what the closure still reads.
        withExtendedLifetime(self) { body(UnsafeBufferPointer(rebasing: memory[..<count])) }
    }

    /// Where the bytes lie, as long as somebody holds this object.
    package var address: UnsafeRawPointer? { UnsafeRawPointer(memory.baseAddress) }

    /// A copy as a text, which nobody can erase.
    package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// A copy as an array, which nobody erases.
    package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// Overwrites bytes with zeros, where the optimiser cannot drop it as a store that nobody reads.
@inline(never) @_optimize(none)
package func erase(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes.update(repeating: 0)
}

/// Overwrites what calls that have returned left on the stack, some pages deep, as libgcrypt's `_gcry_burn_stack` does.
@inline(never) @_optimize(none)
package func eraseStack() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { $0.initialize(repeating: 0) }
}

/// Overwrites the bytes of an array that has one holder.
package func erase(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBufferPointer { erase($0) }
}

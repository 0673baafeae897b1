public import FlowCore

/// A secret text whose memory is zeroed after its last use. Its description does not show it.
///
/// Pass passwords to ``FlowRunner/start(_:secrets:)`` as secrets. In place of each, the flow then sees a handle, which is
/// a random text without meaning outside the runner. Handlers and the service get the bytes. The runner releases a
/// secret as soon as no value of the flow refers to its handle.
///
/// A Swift string cannot be zeroed, so a password that was ever a `String` leaves copies in memory.
public final class FlowSecret: Sendable, Redacted {
    /// The text in UTF-8, and one more byte, so that an empty text has an address. Only ``init(count:_:)`` writes it.
    private nonisolated(unsafe) let memory: UnsafeMutableBufferPointer<UInt8>

    /// The length in bytes.
    public let count: Int

    /// Creates a secret of `count` bytes, which a closure writes.
    package init(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.count = count
        memory = .allocate(capacity: count + 1)
        memory.initialize(repeating: 0)
        fill(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
    }

    /// Creates a secret from bytes, and zeroes the array if nothing else refers to it.
    /// - Parameter bytes: the text in UTF-8. The service cannot send a request with other bytes.
    public convenience init(_ bytes: consuming [UInt8]) {
        self.init(count: bytes.count) { memory in _ = memory.update(from: bytes) }
        erase(&bytes)
    }

    /// Creates a secret with a copy of a string, whose own memory is not zeroed.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit {
        erase(memory)
        memory.deallocate()
    }

    /// Calls a closure with the bytes, which are valid only during the call, and returns its result.
    public func withBytes<Result: ~Copyable>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Otherwise the optimizer could release this object, which zeroes the bytes, while the closure reads them.
        withExtendedLifetime(self) { body(UnsafeBufferPointer(rebasing: memory[..<count])) }
    }

    /// The address of the bytes, valid while this object lives.
    package var address: UnsafeRawPointer? { UnsafeRawPointer(memory.baseAddress) }

    /// A copy as a string, which cannot be zeroed.
    package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// A copy as an array, which is not zeroed.
    package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// Overwrites bytes with zeros. The optimizer cannot remove the call, although nothing reads the zeros.
@inline(never) @_optimize(none)
package func erase(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes.update(repeating: 0)
}

/// Zeroes a few pages of the stack that earlier calls have used, like `_gcry_burn_stack` of libgcrypt.
@inline(never) @_optimize(none)
package func eraseStack() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { $0.initialize(repeating: 0) }
}

/// Zeroes the bytes of an array. If the array shares its memory, this zeroes a copy.
package func erase(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBufferPointer { erase($0) }
}

public import FlowCore

/// A secret text whose memory is zeroed after its last use. Descriptions never show it.
///
/// Pass passwords to ``FlowRunner/start(_:secrets:)`` as secrets. The flow then sees a handle in place of each: a text
/// of random digits that means nothing outside the runner. Handlers and the service get the bytes. The runner releases
/// a secret as soon as no value of the flow refers to its handle. A Swift string cannot be zeroed: a password that was
/// ever a `String` leaves copies in memory.
public final class FlowSecret: Sendable, Redacted {
    /// Written by ``init(count:_:)`` only. It is one byte longer than the text, so that an empty text has an address,
    /// too.
    private nonisolated(unsafe) let memory: UnsafeMutableBufferPointer<UInt8>

    /// The length in bytes.
    public let count: Int

    /// Creates a secret whose memory a closure fills.
    package init(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.count = count
        memory = .allocate(capacity: count + 1)
        memory.initialize(repeating: 0)
        fill(UnsafeMutableBufferPointer(rebasing: memory[..<count]))
    }

    /// Takes bytes, and zeroes the array if nobody else refers to it.
    /// - Parameter bytes: the text in UTF-8. A request with other bytes cannot be sent.
    public convenience init(_ bytes: consuming [UInt8]) {
        self.init(count: bytes.count) { memory in _ = memory.update(from: bytes) }
        erase(&bytes)
    }

    /// Copies a string. The string's own memory is not zeroed.
    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    deinit {
        erase(memory)
        memory.deallocate()
    }

    /// Calls a closure with the bytes, which are valid only during the call.
    public func withBytes<Result: ~Copyable>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // After its last use the optimiser may release this object and zero the bytes that the closure still reads.
        withExtendedLifetime(self) { body(UnsafeBufferPointer(rebasing: memory[..<count])) }
    }

    /// The address of the bytes, valid while this object lives.
    package var address: UnsafeRawPointer? { UnsafeRawPointer(memory.baseAddress) }

    /// A copy as a string, which cannot be zeroed.
    package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// A copy as an array, which is not zeroed.
    package var bytes: [UInt8] { withBytes { Array($0) } }
}

/// Overwrites bytes with zeros. The optimiser cannot remove it as a dead store.
@inline(never) @_optimize(none)
package func erase(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes.update(repeating: 0)
}

/// Zeroes the stack that earlier calls have used, some pages deep. (libgcrypt's `_gcry_burn_stack` does the same.)
@inline(never) @_optimize(none)
package func eraseStack() {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 14) { $0.initialize(repeating: 0) }
}

/// Zeroes the bytes of an array with one owner.
package func erase(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBufferPointer { erase($0) }
}

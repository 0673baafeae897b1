import FlowCore

/// Bytes that are overwritten with zeros when their last holder goes, and shown to nobody.
///
/// Texts of the host, such as a password, are Swift strings: their memory is out of our hands.
package final class SecretBytes: Sendable, Redacted {
    /// Never written to while there is another holder.
    private nonisolated(unsafe) let memory: UnsafeMutableBufferPointer<UInt8>

    /// Takes bytes and overwrites the array they came in, where nobody else holds it.
    package init(_ bytes: consuming [UInt8]) {
        memory = .allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        erase(&bytes)
    }

    deinit {
        erase(memory)
        memory.deallocate()
    }

    /// The bytes, while the closure runs.
    func withBytes<Result: ~Copyable>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // Behind its last use the optimiser may end this object, and overwrite what the closure still reads.
        withExtendedLifetime(self) { body(UnsafeBufferPointer(memory)) }
    }
}

/// Overwrites bytes with zeros, where the optimiser cannot drop it as a store that nobody reads.
@inline(never) @_optimize(none)
func erase(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    bytes.update(repeating: 0)
}

/// Overwrites the bytes of an array that has one holder.
func erase(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBufferPointer { erase($0) }
}

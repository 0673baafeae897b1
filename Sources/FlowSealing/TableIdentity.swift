internal import Crypto
internal import FlowCore
public import FlowTable

/// Which flow a kept sign-in belongs to: the SHA-256 of the table's bytes without the names of states, which are for traces and
/// diagrams alone. It is computed over what was loaded and never read from it.
public struct TableIdentity: Sendable, Equatable {
    /// Number of bytes of an identity.
    public static let byteCount = 32
    /// The bytes.
    public let bytes: [UInt8]

    /// The identity of a loaded table.
    /// - Parameter table: the table.
    public init(of table: TransitionTable) {
        bytes = withExtendedLifetime(table) {
            var hash = SHA256()
            for part in table.bytesWithoutNames { hash.update(bufferPointer: part) }
            return Array(hash.finalize())
        }
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Compares in a time that does not depend on the bytes.
    public static func == (left: TableIdentity, right: TableIdentity) -> Bool {
        ConstantTime.isSame(left.bytes, right.bytes)
    }
}

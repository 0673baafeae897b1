internal import Crypto
internal import FlowCore
public import FlowTable

/// A hash that identifies the flow of a stored sign-in.
///
/// It is the SHA-256 of the flow's table without state names, which only traces and diagrams use. It is computed from
/// the loaded table, never read from it.
public struct TableIdentity: Sendable, Equatable {
    /// The length of the hash in bytes.
    public static let byteCount = 32
    /// The hash.
    public let bytes: [UInt8]

    /// Creates the identity of a loaded table, which it computes from the table's bytes.
    public init(of table: TransitionTable) {
        bytes = withExtendedLifetime(table) {
            var hash = SHA256()
            for part in table.bytesWithoutNames { hash.update(bufferPointer: part) }
            return Array(hash.finalize())
        }
    }

    /// Creates an identity from the bytes of a hash that was computed before.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns whether two identities are equal. The comparison takes constant time.
    public static func == (left: TableIdentity, right: TableIdentity) -> Bool {
        ConstantTime.isSame(left.bytes, right.bytes)
    }
}

internal import Crypto
public import FlowTable

/// Which table a snapshot belongs to: the SHA-256 of the table's bytes, computed over what was loaded and never read from it.
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
            hash.update(bufferPointer: table.rawBytes)
            return Array(hash.finalize())
        }
    }

    /// Compares in a time that does not depend on the bytes.
    public static func == (left: TableIdentity, right: TableIdentity) -> Bool {
        ConstantTime.same(left.bytes, right.bytes)
    }
}

/// Comparisons that take the same time wherever two values differ.
enum ConstantTime {
    static func same(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

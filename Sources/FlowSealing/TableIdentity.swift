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

    /// An identity that was written as 64 hexadecimal digits.
    /// - Returns: nil if the text is none.
    public init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard !pair.hasPrefix("+"), let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// The identity as 64 hexadecimal digits.
    public var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Compares in a time that does not depend on the bytes.
    public static func == (left: TableIdentity, right: TableIdentity) -> Bool {
        ConstantTime.isSame(left.bytes, right.bytes)
    }
}

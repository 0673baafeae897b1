/// A text as its UTF-8 bytes, since a machine compares bytes where `String` compares what is canonically equal.
package struct TextLiteral: Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// The bytes of a text.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// A text of bytes.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// With ASCII letters in lower case.
    package var folded: TextLiteral { TextLiteral(bytes: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) }

    /// The number of ASCII letters.
    package var letterCount: Int { bytes.count { (0x41...0x5A).contains($0 & 0xDF) } }

    /// Whether the bytes of another literal stand somewhere in these.
    package func contains(_ part: TextLiteral) -> Bool {
        guard bytes.count >= part.bytes.count else { return false }
        return (0...bytes.count - part.bytes.count).contains { bytes[$0...].starts(with: part.bytes) }
    }
}

/// A text that is compared byte by byte, as the interpreter does. `String` compares by canonical equivalence.
package struct TextLiteral: Hashable, Sendable {
    /// The text in UTF-8.
    package let bytes: [UInt8]

    /// Creates a literal from a text.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a literal from UTF-8 bytes.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The literal as a string.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The literal with ASCII letters in lower case.
    package var folded: TextLiteral { TextLiteral(bytes: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) }

    /// The number of ASCII letters.
    package var letterCount: Int { bytes.count { (0x41...0x5A).contains($0 & 0xDF) } }

    /// Whether another literal occurs in this one.
    package func contains(_ part: TextLiteral) -> Bool {
        guard bytes.count >= part.bytes.count else { return false }
        return (0...bytes.count - part.bytes.count).contains { bytes[$0...].starts(with: part.bytes) }
    }
}

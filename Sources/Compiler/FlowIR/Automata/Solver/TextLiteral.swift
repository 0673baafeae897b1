/// A text that is compared byte by byte, as the interpreter does. `String` compares by canonical equivalence.
package struct TextLiteral: Hashable, Sendable {
    /// The text in UTF-8.
    package let bytes: [UInt8]

    /// Creates the literal of a text.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a literal from its UTF-8.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The literal with ASCII letters in lower case.
    package var folded: TextLiteral { TextLiteral(bytes: bytes.map(\.lowercasedASCII)) }

    /// The number of ASCII letters.
    package var letterCount: Int { bytes.count { $0.isASCIILetter } }

    /// Returns whether another literal occurs in this one as a substring.
    package func contains(_ part: TextLiteral) -> Bool {
        guard bytes.count >= part.bytes.count else { return false }
        return (0...bytes.count - part.bytes.count).contains { bytes[$0...].starts(with: part.bytes) }
    }
}

extension UInt8 {
    /// The difference between the codes of an ASCII letter in lower case and in upper case.
    static let asciiCaseOffset: UInt8 = UInt8(ascii: "a") - UInt8(ascii: "A")

    /// Whether the byte is an ASCII digit.
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is an ASCII letter.
    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercasedASCII) }

    /// The byte, with an ASCII letter in lower case.
    var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + Self.asciiCaseOffset : self
    }
}

/// A text that is compared byte by byte, in UTF-8, as the interpreter does.
///
/// In flows, unlike in `String`, texts that differ only in their Unicode composition are different.
package struct ByteString: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    /// Creates a byte string from its UTF-8. Malformed parts become replacement characters.
    package init(utf8 bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

    package var utf8: String.UTF8View { text.utf8 }

    package var isEmpty: Bool { text.isEmpty }

    package var description: String { text }

    /// Returns whether two texts have the same bytes.
    package static func == (left: ByteString, right: ByteString) -> Bool {
        // `withUTF8` can rewrite its text, and therefore needs a copy.
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }

    /// Orders texts by their bytes.
    package static func < (left: ByteString, right: ByteString) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Hashes the bytes, so that equal texts have equal hashes.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ByteString {
    /// The text with ASCII letters in lower case.
    package var folded: ByteString { ByteString(utf8: utf8.map(\.lowercasedASCII)) }

    package var asciiLetterCount: Int { utf8.count { $0.isASCIILetter } }

    /// Returns whether the text begins with another one.
    package func hasPrefix(_ prefix: ByteString) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Returns whether another text occurs in this one as a substring.
    package func contains(_ part: ByteString) -> Bool {
        var (text, part) = (text, part.text)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                text.count >= part.count
                    && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
            }
        }
    }
}

extension UInt8 {
    /// The difference between the codes of an ASCII letter in lower case and in upper case.
    package static let asciiCaseOffset: UInt8 = UInt8(ascii: "a") - UInt8(ascii: "A")

    package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercasedASCII) }

    /// The byte, with an ASCII letter in lower case.
    package var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + Self.asciiCaseOffset : self
    }
}

/// A text: bytes in UTF-8, equal only byte by byte.
package struct Text: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes.
    package let bytes: [UInt8]

    /// A text of bytes.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes of a string.
    package init(_ string: String) { bytes = Array(string.utf8) }

    /// A text that stands in the source.
    package init(stringLiteral value: String) { bytes = Array(value.utf8) }

    /// The same as a string.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// By bytes.
    package static func < (left: Text, right: Text) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

    /// One text behind another.
    package static func + (left: Text, right: Text) -> Text { Text(bytes: left.bytes + right.bytes) }

    var isEmpty: Bool { bytes.isEmpty }

    /// The words between white space of XML.
    var words: [Text] { bytes.split(whereSeparator: Self.isSpace).map { Text(bytes: Array($0)) } }

    /// Without white space of XML at both ends.
    var trimmed: Text {
        let head = bytes.drop(while: Self.isSpace)
        return Text(bytes: Array(head.reversed().drop(while: Self.isSpace).reversed()))
    }

    /// Without regard to the case of ASCII letters.
    var folded: Text { Text(bytes: bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }) }

    var scalars: [Unicode.Scalar] { Array(description.unicodeScalars) }

    /// Whether all bytes are digits.
    var isDigits: Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }

    /// Whether it is a whole number from 1 to 86,400 without zeros before it.
    var isSeconds: Bool {
        isDigits && bytes.first != 0x30 && bytes.count <= 5 && (1...86_400).contains(Int(description) ?? 0)
    }

    func hasPrefix(_ prefix: Text) -> Bool { bytes.starts(with: prefix.bytes) }

    func contains(_ part: Text) -> Bool {
        if part.isEmpty { return true }
        guard bytes.count >= part.bytes.count else { return false }
        return (0...bytes.count - part.bytes.count).contains { bytes[$0...].starts(with: part.bytes) }
    }

    /// The parts between separators; one part more than separators.
    func split(_ separator: UInt8) -> [Text] {
        bytes.split(separator: separator, omittingEmptySubsequences: false).map { Text(bytes: Array($0)) }
    }

    /// The members of a path.
    var path: [Text] { split(UInt8(ascii: "/")).filter { !$0.isEmpty } }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

extension [Text] {
    /// The texts with another one between.
    func joined(_ separator: Text) -> Text { Text(bytes: Array<[UInt8]>(map(\.bytes)).joined(by: separator.bytes)) }
}

extension [[UInt8]] {
    fileprivate func joined(by separator: [UInt8]) -> [UInt8] { Array<UInt8>(joined(separator: separator)) }
}

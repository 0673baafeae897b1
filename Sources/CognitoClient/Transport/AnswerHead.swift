/// Parses a response's head, line by line.
///
/// Interim heads with a status below 200 may precede it, and trailer fields may follow a chunked body. All lines count
/// towards the size limit, but only the final head's fields are kept.
package struct AnswerHead {
    /// The maximum size of all lines together, in bytes.
    static let longest = 1 << 16

    /// The fields parsed so far.
    package private(set) var fields: [HTTPField] = []
    /// The size of the lines so far, in bytes.
    private var count = 0

    /// Creates an empty head.
    package init() {}

    /// Parses the next line, which includes its line end. A status line discards the fields of an earlier head.
    /// - Returns: false if all lines together exceed the size limit.
    package mutating func append(_ line: some Collection<UInt8>) -> Bool {
        count += line.count
        guard count <= Self.longest else { return false }
        if line.starts(with: "HTTP/".utf8) {
            fields = []
        } else if !Self.isEnd(line), line.first.map(Self.isBlank) == true, !fields.isEmpty {
            // Obsolete line folding: a continuation line begins with a blank.
            fields[fields.count - 1].value += " " + Self.trimmedText(line)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let value = line[line.index(after: colon)...]
            fields.append(HTTPField(Self.trimmedText(line[..<colon]), Self.trimmedText(value)))
        }
        return true
    }

    /// Returns whether a line is the empty one that ends a head.
    package static func isEnd(_ line: some Collection<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }

    /// Returns bytes as text, without leading and trailing blanks and line ends.
    private static func trimmedText(_ bytes: some Collection<UInt8>) -> String {
        let rest = Array(bytes.drop(while: isBlank))
        let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Returns whether a byte is a space, a tab, or part of a line end.
    private static func isBlank(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
    }
}

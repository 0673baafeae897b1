/// The head of an answer as it comes in, line by line.
///
/// Before the answer's own head may come others, with a status below 200; behind a body in chunks, fields that came too late
/// to be of use. All count for the size, and only the answer's own head for the rest.
package struct AnswerHead {
    /// How many bytes all lines may have together.
    static let longest = 1 << 16

    /// The fields so far.
    package private(set) var fields: [HTTPField] = []
    private var count = 0

    /// No line yet.
    package init() {}

    /// Takes a line with its end.
    /// - Returns: whether all lines together are still within the limit.
    package mutating func take(_ line: some Collection<UInt8>) -> Bool {
        count += line.count
        guard count <= Self.longest else { return false }
        if line.starts(with: "HTTP/".utf8) {
            fields = []
        } else if !Self.isEnd(line), line.first.map(Self.isBlank) == true, !fields.isEmpty {
            // An old way to write a long value: in lines that begin with a blank.
            fields[fields.count - 1].value += " " + Self.text(line)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append(HTTPField(Self.text(line[..<colon]), Self.text(line[line.index(after: colon)...])))
        }
        return true
    }

    /// Whether a line is the empty one behind a head.
    package static func isEnd(_ line: some Collection<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }

    /// The bytes as text, without blanks and line ends around it.
    private static func text(_ bytes: some Collection<UInt8>) -> String {
        let text = Array(bytes.drop(while: isBlank))
        let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return String(decoding: text[..<end], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
    }
}

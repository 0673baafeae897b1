/// A strict parser of JSON (RFC 8259), with a limit on nesting.
///
/// Each private function `parse…` parses one production of the grammar at ``offset``. It returns nil, or false, if the
/// text does not match.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The position of the next byte.
    private var offset = 0
    private static var maxDepth: Int { 64 }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the value of a JSON text, or nil if the bytes are not JSON or nest too deeply.
    static func parse(_ bytes: [UInt8]) -> JSONValue? {
        bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer)
            guard let value = parser.parseValue(depth: 0) else { return nil }
            parser.skipSpace()
            return parser.offset == buffer.count ? value : nil
        }
    }

    /// Returns the value of a JSON text, or nil if the text is not JSON or nests too deeply.
    static func parse(_ text: String) -> JSONValue? { parse(Array(text.utf8)) }

    /// The next byte, or nil at the end.
    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Skips spaces, tabs and line breaks.
    private mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) { offset += 1 }
    }

    /// Returns whether JSON allows a byte between values as white space.
    private static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }

    /// Skips the next byte if it is `byte`, and returns whether it was.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    /// Parses a value of any type, nested in `depth` arrays and objects.
    private mutating func parseValue(depth: Int) -> JSONValue? {
        guard depth < Self.maxDepth else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return parseObject(depth: depth)
        case UInt8(ascii: "["): return parseArray(depth: depth)
        case UInt8(ascii: "\""):
            guard let text = parseString() else { return nil }
            return .string(text)
        case UInt8(ascii: "t"): return parseLiteral("true", as: .bool(true))
        case UInt8(ascii: "f"): return parseLiteral("false", as: .bool(false))
        case UInt8(ascii: "n"): return parseLiteral("null", as: .null)
        default: return parseNumber()
        }
    }

    /// Parses the bytes of `name`, and returns `value` for them.
    private mutating func parseLiteral(_ name: StaticString, as value: JSONValue) -> JSONValue? {
        for index in 0..<name.utf8CodeUnitCount {
            guard take(name.utf8Start[index]) else { return nil }
        }
        return value
    }

    /// Parses an object at its opening brace. If several members have the same name, the object keeps all of them.
    private mutating func parseObject(depth: Int) -> JSONValue? {
        offset += 1
        var members: [JSONMember] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = parseString() else { return nil }
            skipSpace()
            guard take(UInt8(ascii: ":")), let value = parseValue(depth: depth + 1) else { return nil }
            members.append(JSONMember(name, value))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// Parses an array at its opening bracket.
    private mutating func parseArray(depth: Int) -> JSONValue? {
        offset += 1
        var items: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while true {
            guard let value = parseValue(depth: depth + 1) else { return nil }
            items.append(value)
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(items) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// Parses a number. Its value keeps the digits as they are written.
    private mutating func parseNumber() -> JSONValue? {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { guard skipDigits() else { return nil } }
        if take(UInt8(ascii: ".")) { guard skipDigits() else { return nil } }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            offset += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard skipDigits() else { return nil }
        }
        return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    /// Skips decimal digits, and returns whether there was at least one.
    private mutating func skipDigits() -> Bool {
        let start = offset
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
        return offset > start
    }

    /// Parses a string at its opening quote, and returns its text. The bytes must be valid UTF-8.
    private mutating func parseString() -> String? {
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                // Decoding replaces invalid bytes, so the comparison fails if there are any.
                let decoded = String(decoding: text, as: UTF8.self)
                return text.withUnsafeBytes { UTF8Text.isSame(decoded, $0) } ? decoded : nil
            case UInt8(ascii: "\\"): guard parseEscape(into: &text) else { return nil }
            // Control characters must be escaped.
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    /// Parses an escape after its backslash, and appends the character that it stands for to `text`.
    /// - Returns: whether the escape is valid.
    private mutating func parseEscape(into text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(UInt8(ascii: "\u{08}"))
        case UInt8(ascii: "f"): text.append(UInt8(ascii: "\u{0C}"))
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "u"): return parseUnicodeEscape(into: &text)
        default: return false
        }
        return true
    }

    /// Parses the digits of a `\u` escape, and appends the character that it stands for to `text`.
    ///
    /// After a high surrogate, also parses the escape of the low surrogate, which must follow.
    /// - Returns: whether the escape is valid.
    private mutating func parseUnicodeEscape(into text: inout [UInt8]) -> Bool {
        guard var code = parseHexDigits() else { return false }
        // High surrogates are 0xD800..<0xDC00, and low surrogates 0xDC00..<0xE000.
        if code >= 0xD800, code < 0xDC00 {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
                let low = parseHexDigits(), low >= 0xDC00, low < 0xE000
            else { return false }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { return false }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return true
    }

    /// Parses four hexadecimal digits, and returns the number that they stand for.
    private mutating func parseHexDigits() -> UInt32? {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { return nil }
            offset += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return code
    }
}

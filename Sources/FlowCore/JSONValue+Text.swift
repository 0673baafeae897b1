extension JSONValue {
    /// Creates the value of a JSON text (RFC 8259), or nil if the bytes are not JSON or nest deeper than 64 levels.
    public init?(json bytes: [UInt8]) {
        guard let value = JSONParser.parse(bytes) else { return nil }
        self = value
    }

    /// The value as JSON text on one line.
    public var jsonText: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends this value as JSON text to `text`.
    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: Self.append("null", to: &text)
        case .bool(let value): Self.append(value ? "true" : "false", to: &text)
        case .number(let digits): UTF8Text.withBytes(digits) { for byte in $0 { text.append(byte) } }
        case .string(let value): Self.write(value, to: &text)
        case .array(let items):
            text.append(UInt8(ascii: "["))
            for index in items.indices {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                items[index].write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for index in members.indices {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.write(members[index].name, to: &text)
                text.append(UInt8(ascii: ":"))
                members[index].value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// Appends an ASCII word without escapes.
    private static func append(_ word: StaticString, to text: inout [UInt8]) {
        for index in 0..<word.utf8CodeUnitCount { text.append(word.utf8Start[index]) }
    }

    /// Appends a text as a JSON string, with quotes and escapes.
    private static func write(_ value: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        UTF8Text.withBytes(value) { bytes in for byte in bytes { writeEscaped(byte, to: &text) } }
        text.append(UInt8(ascii: "\""))
    }

    /// Appends a byte of a string, escaped if necessary.
    private static func writeEscaped(_ byte: UInt8, to text: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            text.append(UInt8(ascii: "\\"))
            text.append(byte)
        case UInt8(ascii: "\n"): append("\\n", to: &text)
        case UInt8(ascii: "\r"): append("\\r", to: &text)
        case UInt8(ascii: "\t"): append("\\t", to: &text)
        // The other control characters have no short escape.
        case 0..<0x20:
            append("\\u00", to: &text)
            text.append(hexDigit(byte >> 4))
            text.append(hexDigit(byte & 15))
        default: text.append(byte)
        }
    }

    /// Returns the hexadecimal digit of a value below 16, in lower case.
    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

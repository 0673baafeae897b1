extension WireValue {
    /// Reads JSON (RFC 8259).
    /// - Returns: the value, or nothing if the bytes are not JSON or nest deeper than 64 levels.
    public init?(json bytes: [UInt8]) {
        guard let value = WireParser.parse(bytes) else { return nil }
        self = value
    }

    /// The value as JSON text on one line, members in their order.
    public var jsonText: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let digits): text += digits
        case .string(let value): Self.write(value, to: &text)
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0..<0x20:
                text += "\\u00"
                text.unicodeScalars.append(hexDigit(scalar.value >> 4))
                text.unicodeScalars.append(hexDigit(scalar.value & 15))
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func hexDigit(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 10 ? 0x30 + value : 0x61 + value - 10))
    }
}

/// Formats numbers and strings of a disassembly.
enum DumpText {
    /// Returns a number in hexadecimal, padded with zeros to at least `digits` digits.
    static func hex(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns a text in double quotes. Quotes, backslashes, line breaks and invisible characters are escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                let escape = "\\u{" + hex(UInt64(scalar.value), digits: 1) + "}"
                result += scalar.properties.isVisible ? String(scalar) : escape
            }
        }
        return result + "\""
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character can be printed as it is. Controls, direction marks and line separators cannot.
    fileprivate var isVisible: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}

/// Formats numbers and strings of a disassembly.
enum DumpText {
    /// A number in hex with a minimum number of digits.
    static func hex(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// A quoted text on one line.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                let isHidden = scalar.value < 0x20 || scalar.value == 0x7F || !scalar.properties.isPatternVisible
                result += isHidden ? "\\u{" + hex(UInt64(scalar.value), digits: 1) + "}" : String(scalar)
            }
        }
        return result + "\""
    }
}

extension Unicode.Scalar.Properties {
    /// Whether a character is visible.
    ///
    /// Controls, direction marks and line separators are not.
    fileprivate var isPatternVisible: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}

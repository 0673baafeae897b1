/// Formats text for diagrams.
enum Text {
    /// Wraps a line at a width in characters: at a space, or after a hyphen, an underscore, a dot or a comma.
    ///
    /// The last line of a text with more lines than the maximum ends with an ellipsis.
    static func wrapped(_ line: String, _ width: Int, maxLines: Int = 12) -> [String] {
        var rows = rows(shortened(line, width * (maxLines + 1)), width)
        guard rows.count > maxLines else { return rows }
        rows.removeSubrange(maxLines...)
        rows[maxLines - 1] += " …"
        return rows
    }

    private static func rows(_ line: String, _ width: Int) -> [String] {
        var (rows, row) = ([String](), "")
        for part in parts(line) {
            // A space at the end of a line occupies no width.
            let length = row.count + part.count - (part.last == " " ? 1 : 0)
            if !row.isEmpty, length > width {
                rows.append(trimmed(row))
                row = ""
            }
            row += part
        }
        return row.isEmpty ? rows : rows + [trimmed(row)]
    }

    private static func parts(_ line: String) -> [String] {
        var parts: [String] = []
        var part = ""
        for character in line {
            part.append(character)
            if character == " " || (part.count > 20 && "-_.,".contains(character)) || part.count >= 32 {
                parts.append(part)
                part = ""
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    private static func trimmed(_ row: String) -> String { row.last == " " ? String(row.dropLast()) : row }

    /// Quotes a text; a backslash would start a Graphviz escape.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            // Graphviz would replace an HTML entity even here.
            case "&": result += "&amp;"
            default: result.unicodeScalars.append(printable(scalar))
            }
        }
        return result + "\""
    }

    /// Escapes text for a label's markup.
    static func markup(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "&#10;"
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\\": result += "\\\\"
            default: result.unicodeScalars.append(printable(scalar))
            }
        }
        return result
    }

    /// A space in place of a control character, or of one that changes the direction of the text around it.
    static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFF: " "
        default: scalar
        }
    }

    /// A text of at most so many characters; the last one of a longer text is an ellipsis.
    static func shortened(_ text: String, _ count: Int) -> String {
        text.count > count ? String(text.prefix(count - 1)) + "…" : text
    }
}

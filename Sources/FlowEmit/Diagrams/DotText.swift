/// Formats text for Graphviz.
enum DotText {
    /// Wraps lines at a width in characters.
    ///
    /// It wraps after a hyphen, an underscore or a space, or before a capital in a word.
    static func wrapped(_ lines: [String], _ width: Int) -> [String] {
        lines.flatMap { line in
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
            return rows + [trimmed(row)]
        }
    }

    /// The unbreakable parts of a line.
    private static func parts(_ line: String) -> [String] {
        var parts: [String] = []
        var part = ""
        for character in line {
            if character.isUppercase, part.last?.isLowercase == true {
                parts.append(part)
                part = ""
            }
            part.append(character)
            if character == "_" || character == "-" || character == " " {
                parts.append(part)
                part = ""
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    private static func trimmed(_ row: String) -> String { row.last == " " ? String(row.dropLast()) : row }

    /// Quotes lines; a backslash would start a Graphviz escape.
    static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            var result = ""
            for scalar in line.unicodeScalars {
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                // Graphviz would replace an HTML entity even here.
                case "&": result += "&amp;"
                default: result.unicodeScalars.append(printable(scalar))
                }
            }
            return result
        }
        return "\"" + escaped.joined(separator: "\\n") + "\""
    }

    /// Escapes text for a table's markup.
    static func markup(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
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

    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
    }
}

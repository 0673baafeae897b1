/// Formats text for diagrams.
enum Text {
    /// Returns a text as lines of at most `width` characters.
    ///
    /// Breaks after a space or, in long words, after punctuation. If there are more than `maxLines` lines, the last
    /// one ends with an ellipsis, which may exceed the width.
    static func wrapped(_ line: String, _ width: Int, maxLines: Int = 12) -> [String] {
        // A little more than fits is enough to see that the text is too long.
        var lines = unlimitedLines(shortened(line, width * (maxLines + 1)), width)
        guard lines.count > maxLines else { return lines }
        lines.removeSubrange(maxLines...)
        lines[maxLines - 1] += " …"
        return lines
    }

    /// Returns a text as lines of at most `width` characters, without a limit on their number.
    private static func unlimitedLines(_ line: String, _ width: Int) -> [String] {
        var lines = [String]()
        var current = ""
        for piece in breakablePieces(line) {
            // A space at the end of a line occupies no width.
            let length = current.count + piece.count - (piece.last == " " ? 1 : 0)
            if !current.isEmpty, length > width {
                lines.append(trimmed(current))
                current = ""
            }
            current += piece
        }
        return current.isEmpty ? lines : lines + [trimmed(current)]
    }

    /// The number of characters after which a word may be broken at punctuation.
    private static let minPartLength = 20
    /// The number of characters after which a word is broken anywhere.
    private static let maxPartLength = 32

    /// Returns the pieces of a text between which a line may be broken.
    private static func breakablePieces(_ line: String) -> [String] {
        var parts: [String] = []
        var part = ""
        for character in line {
            part.append(character)
            let isBreakable = part.count > minPartLength && "-_.,".contains(character)
            if character == " " || isBreakable || part.count >= maxPartLength {
                parts.append(part)
                part = ""
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// Returns a line without the space at its end.
    private static func trimmed(_ line: String) -> String { line.last == " " ? String(line.dropLast()) : line }

    /// Returns a text as a quoted string of Graphviz's language, with its escapes and HTML entities disabled.
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

    /// Returns a text escaped for the markup of an HTML-like label.
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

    /// Returns a character, or a space in place of a control character or one that changes the text direction.
    static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFF: " "
        default: scalar
        }
    }

    /// Returns at most `maxLength` characters of a text. If it is longer, the last one is an ellipsis.
    static func shortened(_ text: String, _ maxLength: Int) -> String {
        text.count > maxLength ? String(text.prefix(maxLength - 1)) + "…" : text
    }
}

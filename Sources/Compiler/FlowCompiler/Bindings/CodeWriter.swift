/// Writes lines of Swift with their indentation.
struct CodeWriter {
    private(set) var text = ""
    private var depth = 0

    /// The maximum length of a line, as swift-format's configuration of this project has it.
    private static let maxLength = 120

    private static let indentWidth = 4

    /// The number of columns before the text of a line.
    private var margin: Int { Self.indentWidth * depth }
    private var indentation: String { String(repeating: " ", count: margin) }

    /// Writes a line with the current indentation. An empty text becomes an empty line.
    mutating func line(_ line: String = "") { text += line.isEmpty ? "\n" : indentation + line + "\n" }

    /// Writes a documentation comment. Its lines are wrapped at the maximum length, and keep their indentation.
    mutating func doc(_ text: String) {
        // A carriage return, for example, would end the comment, too.
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            for line in wrappedLines(of: paragraph) { self.line(line.isEmpty ? "///" : "/// " + line) }
        }
    }

    /// Wraps a paragraph of a documentation comment at the maximum length. Lines of a list item align with its text.
    private func wrappedLines(of paragraph: Substring) -> [String] {
        let width = Self.maxLength - margin - "/// ".count
        let indent = String(paragraph.prefix { $0 == " " })
        let hangingIndent = indent + (paragraph.hasPrefix(indent + "- ") ? "  " : "")
        var lines: [String] = []
        var line = indent
        for word in paragraph.split(separator: " ") {
            if line.count > indent.count, line.count + 1 + word.count > width {
                lines.append(line)
                line = hangingIndent
            } else if line.contains(where: { $0 != " " }) {
                line += " "
            }
            line += word
        }
        return lines + [line]
    }

    /// Writes a switch. Its cases have the indentation of the switch itself.
    mutating func `switch`(_ subject: String, _ cases: (inout CodeWriter) -> Void) {
        line("switch " + subject + " {")
        cases(&self)
        line("}")
    }

    /// Writes a block in braces: its head, and an indented body.
    mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// Writes a body one level deeper.
    mutating func indented(_ body: (inout CodeWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Writes a function or an initializer. `tail`, such as the result type, follows its parameters.
    mutating func function(
        _ head: String, _ parameters: [String], _ tail: String = "", _ body: (inout CodeWriter) -> Void
    ) {
        signature(head, parameters, (tail.isEmpty ? "" : tail + " ") + "{")
        indented(body)
        line("}")
    }

    /// Writes the signature of a function or an initializer. If it is too long, the parameters are on their own lines.
    mutating func signature(_ head: String, _ parameters: [String], _ tail: String) {
        let single = head + "(" + parameters.joined(separator: ", ") + ") " + tail
        guard margin + single.count > Self.maxLength else { return line(single) }
        line(head + "(")
        indented { $0.wrapped(parameters) }
        line(") " + tail)
    }

    /// Writes items with commas between them, as many in a line as fit.
    mutating func wrapped(_ items: [String]) {
        var line = ""
        for (index, item) in items.enumerated() {
            let item = index + 1 < items.count ? item + "," : item
            if !line.isEmpty, margin + line.count + 1 + item.count > Self.maxLength {
                self.line(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + item
        }
        if !line.isEmpty { self.line(line) }
    }
}

package enum SwiftLiteral {
    /// Returns a text as a string literal.
    ///
    /// Quotation marks, backslashes and all characters outside of printable ASCII are escaped.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return result + "\""
    }
}

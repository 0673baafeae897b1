/// Writes findings for users, each with the source line, notes and help.
///
/// The first line has the form that editors and build tools understand.
///
/// ```
/// flows/signin.flow.xml:12:26: error: unknown node 'chek' [unknown-target]
///    |
/// 12 |     <on outcome="ok" to="chek"/>
///    |                          ^^^^
///    = help: did you mean 'check' (line 6)?
/// ```
package struct TerminalRenderer: Sendable {
    /// Whether the text contains ANSI color codes.
    package var usesColors: Bool
    /// Whether each finding has a note with the command that explains its code.
    package var explains: Bool

    /// Creates a renderer, by default without colors and with the note.
    package init(usesColors: Bool = false, explains: Bool = true) {
        self.usesColors = usesColors
        self.explains = explains
    }

    /// Returns the text of all findings, separated by blank lines.
    package func render(_ diagnostics: some Sequence<Diagnostic>, in sources: SourceSet) -> String {
        diagnostics.map { render($0, in: sources) }.joined(separator: "\n")
    }

    /// Returns the text of one finding, with a final newline.
    package func render(_ diagnostic: Diagnostic, in sources: SourceSet) -> String {
        let severity = diagnostic.severity.rawValue
        let style: Style = diagnostic.severity == .error ? .error : .warning
        let message = styled(printable(diagnostic.message), .bold) + " [\(diagnostic.code.rawValue)]"
        var lines = [heading(severity, style, message, at: diagnostic.range, in: sources)]
        var margin = "   "
        if let excerpt = excerpt(of: diagnostic.range, style, in: sources) {
            lines += excerpt.lines
            margin = excerpt.margin
        }
        lines += details(of: diagnostic, margin: margin)
        for note in diagnostic.notes {
            guard let range = note.range else { continue }
            lines.append(heading("note", .note, printable(note.message), at: range, in: sources))
            lines += excerpt(of: range, .note, in: sources)?.lines ?? []
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of a finding's help, of its notes without a location, and of the command that explains its code.
    private func details(of diagnostic: Diagnostic, margin: String) -> [String] {
        let notes = diagnostic.notes.filter { $0.range == nil }.map { detail("note", $0.message, margin: margin) }
        let help = diagnostic.help.map { detail("help", $0, margin: margin) }
        guard explains else { return notes + help }
        let command = "run 'flowc explain \(diagnostic.code.rawValue)' for the rule"
        return notes + help + [detail("note", command, margin: margin)]
    }

    /// Returns the line with the location, the kind in a style, and the message of a finding or note.
    private func heading(
        _ kind: String, _ style: Style, _ message: String, at range: SourceRange, in sources: SourceSet
    ) -> String {
        var place = ""
        if let file = sources[range.file] {
            let position = file.position(ofOffset: Int(range.start))
            place = "\(printable(file.path)):\(position.line):\(position.column): "
        }
        return styled(place, .bold) + styled(kind + ":", style) + " " + message
    }

    /// Returns the line of a note or a help text, which is printed below an excerpt.
    private func detail(_ kind: String, _ message: String, margin: String) -> String {
        margin + styled("=", .gutter) + " \(kind): " + printable(message)
    }

    /// Returns the lines of an excerpt and the margin of the lines below it, or nil if the file is unknown or empty.
    private func excerpt(
        of range: SourceRange, _ style: Style, in sources: SourceSet
    ) -> (lines: [String], margin: String)? {
        guard let file = sources[range.file], !file.bytes.isEmpty else { return nil }
        let excerpt = SourceExcerpt(file: file, range: range.offsets)
        let number = "\(excerpt.line)"
        let margin = String(repeating: " ", count: max(number.count, 2) + 1)
        let padded = String(repeating: " ", count: margin.count - 1 - number.count) + number
        let lines = [
            margin + styled("|", .gutter),
            styled(padded + " |", .gutter) + (excerpt.text.isEmpty ? "" : " " + excerpt.text),
            margin + styled("|", .gutter) + " " + excerpt.padding + styled(excerpt.carets, style),
        ]
        return (lines, margin)
    }

    /// Returns a text without scalars that control a terminal, except tabs.
    private func printable(_ text: String) -> String { SourceExcerpt.printable(text) }

    /// Returns a text in a style, or unchanged if the renderer does not use colors.
    private func styled(_ text: String, _ style: Style) -> String {
        usesColors && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The styles of parts of a finding, as ANSI attributes.
    private enum Style: String {
        case error = "1;31"
        case warning = "1;33"
        case note = "1;36"
        case gutter = "34"
        case bold = "1"
    }
}

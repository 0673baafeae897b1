/// Writes findings for users, each with the source line, notes and help.
///
/// The first line has the form that editors and build tools understand.
///
/// ```
/// flows/signin.flow.xml:12:26: error: unknown node 'chek' [unknown-target]
///    |
/// 12 |     <on outcome="ok" to="chek"/>
///    |                          ^^^^
///    = help: did you mean 'check'?
///    = note: run 'flowc explain unknown-target' for the rule
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
        // Without an excerpt, the margin is as wide as for a line number of two digits.
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

    /// Returns the lines of a finding's notes without a location, of its help, and of the command that explains it.
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

    /// Returns the lines of an excerpt and the margin below it, or nil if the file is unknown or empty, or if the line
    /// is not text, as in UTF-16.
    private func excerpt(
        of range: SourceRange, _ style: Style, in sources: SourceSet
    ) -> (lines: [String], margin: String)? {
        guard let file = sources[range.file], !file.bytes.isEmpty else { return nil }
        let excerpt = SourceExcerpt(file: file, range: range.offsets)
        guard !file.bytes[file.range(ofLine: excerpt.line)].contains(0) else { return nil }
        let number = "\(excerpt.line)"
        // The margin has room for two digits, so that the excerpts of most files are aligned.
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

/// A source line for a terminal, with carets under a range. Long lines are cut.
struct SourceExcerpt {
    /// The line number, from 1.
    let line: Int
    /// The text of the line; `…` stands for parts that were cut.
    let text: String
    /// The blanks and tabs that align the carets with the range.
    let padding: String
    let carets: String

    /// The width in terminal columns above which a line is cut.
    static let widest = 120
    /// The maximum number of characters that a cut line keeps before the range.
    private static let lead = 40
    /// The maximum number of characters of the range that a cut line keeps.
    private static let longestMark = 80
    /// The number of characters after an uncut range that a cut line keeps, even if it becomes wider than `widest`.
    private static let shortestTail = 8

    /// Creates an excerpt of the line on which a range starts.
    init(file: SourceFile, range: Range<Int>) {
        let start = min(max(range.lowerBound, 0), file.bytes.count)
        line = file.position(ofOffset: start).line
        let lineRange = file.range(ofLine: line)
        let offset = min(max(start, lineRange.lowerBound), lineRange.upperBound)
        var markEnd = min(max(range.upperBound, offset), lineRange.upperBound)
        // A range that cuts a character marks all of it.
        let markStart = Self.characterStart(at: offset, file.bytes[lineRange])
        if Self.characterStart(at: markEnd, file.bytes[lineRange]) < markEnd {
            while lineRange.contains(markEnd), UTF8.isContinuation(file.bytes[markEnd]) { markEnd += 1 }
        }
        // The line consists of the parts before, in and after the range.
        var before = Array(Self.printable(file.text(lineRange.lowerBound..<markStart)))
        var marked = Array(Self.printable(file.text(markStart..<markEnd)))
        var after = Array(Self.printable(file.text(markEnd..<lineRange.upperBound)))
        if Self.width(before) + Self.width(marked) + Self.width(after) > Self.widest {
            Self.cut(&before, &marked, &after)
        }
        text = String(before + marked + after)
        padding = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: Self.width($0)) }.joined()
        carets = String(repeating: "^", count: max(Self.width(marked), 1))
    }

    /// Returns the start of the character that an offset in a line cuts, or the offset if it cuts none.
    private static func characterStart(at offset: Int, _ line: ArraySlice<UInt8>) -> Int {
        var start = offset
        while line.indices.contains(start), UTF8.isContinuation(line[start]) { start -= 1 }
        // No character continues after an ASCII character.
        return line.indices.contains(start) && !UTF8.isASCII(line[start]) ? start : offset
    }

    /// Shortens the parts of a long line before, in and after the range. `…` replaces the text that is cut.
    private static func cut(_ before: inout [Character], _ marked: inout [Character], _ after: inout [Character]) {
        if before.count > lead { before = ["…"] + before.suffix(lead) }
        if marked.count > longestMark { (marked, after) = (Array(marked.prefix(longestMark)), ["…"]) }
        let room = max(widest - before.count - marked.count, shortestTail)
        if after.count > room { after = after.prefix(room) + ["…"] }
    }

    /// Returns a text with U+FFFD instead of each scalar that controls a terminal, except tabs.
    static func printable(_ text: String) -> String { text.safeForTerminal(keeping: ["\t"]) }

    /// Returns the width of characters in terminal columns.
    private static func width(_ characters: [Character]) -> Int { characters.reduce(0) { $0 + width($1) } }

    /// Returns the width of a character in terminal columns: 2 if it begins with one of `wideScalars`, otherwise 1.
    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        return wideScalars.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The ranges of most scalars that occupy two terminal columns: East Asian wide forms and emoji.
    private static let wideScalars: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul consonants
        0x2E80...0x303E, 0x3041...0xA4CF,  // radicals, kana, ideographs and Yi
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF, 0xFE30...0xFE6F,  // compatibility ideographs and forms
        0xFF00...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
        0x1F300...0x1F64F, 0x1F680...0x1FAFF,  // emoji
        0x20000...0x3FFFD,  // supplementary ideographs
    ]
}

extension Unicode.Scalar {
    /// Whether the scalar can control a terminal.
    ///
    /// Such a scalar is a control, a line or paragraph separator, or a bidirectional control (`Bidi_Control` of Unicode
    /// Standard Annex 9).
    package var controlsTerminal: Bool {
        // Most text is ASCII, which needs no property lookup.
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}

extension String {
    /// Returns the text with U+FFFD instead of each scalar that controls a terminal, except those in `kept`.
    package func safeForTerminal(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: { $0.controlsTerminal && !kept.contains($0) }) else { return self }
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar.controlsTerminal && !kept.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}

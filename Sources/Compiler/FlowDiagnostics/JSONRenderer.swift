/// Writes findings as a JSON array, for programs.
package enum JSONRenderer {
    /// Returns a JSON array with one object per line, and a final newline.
    ///
    /// Each object has these members:
    /// - `path`, `line`, `column`, `endLine`, `endColumn`, `offset`, `length`: the location, unless the file is not in
    ///   the set. Lines and columns start at 1, and columns count Unicode scalars. `offset` and `length` count bytes.
    /// - `severity`, `code`, `message`: strings.
    /// - `notes`: objects with `message` and, if the note has a location, the members of that location.
    /// - `help`: strings.
    package static func render(_ diagnostics: some Sequence<Diagnostic>, in sources: SourceSet) -> String {
        let objects = diagnostics.map { object(for: $0, in: sources) }
        guard !objects.isEmpty else { return "[]\n" }
        return "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
    }

    /// Returns a text as a JSON string in quotes. Scalars that control a terminal are escaped.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.controlsTerminal: result += escaped(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns a scalar of at most 16 bits as a JSON escape with four hexadecimal digits.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: max(0, escapeDigits - digits.count))
        return "\\u" + zeros + digits
    }

    /// The number of hexadecimal digits after `\u`.
    private static let escapeDigits = 4

    private static func object(for diagnostic: Diagnostic, in sources: SourceSet) -> String {
        var members = locationMembers(diagnostic.range, in: sources)
        members.append((name: "severity", value: quoted(diagnostic.severity.rawValue)))
        members.append((name: "code", value: quoted(diagnostic.code.rawValue)))
        members.append((name: "message", value: quoted(diagnostic.message)))
        members.append((name: "notes", value: JSONText.array(diagnostic.notes.map { object(for: $0, in: sources) })))
        members.append((name: "help", value: JSONText.array(diagnostic.help.map(quoted))))
        return JSONText.object(members)
    }

    private static func object(for note: Diagnostic.Note, in sources: SourceSet) -> String {
        var members: [(name: String, value: String?)] = [(name: "message", value: quoted(note.message))]
        if let range = note.range { members += locationMembers(range, in: sources) }
        return JSONText.object(members)
    }

    /// Returns the members of a location as JSON. Returns an empty array if the file is not in the set.
    private static func locationMembers(
        _ range: SourceRange, in sources: SourceSet
    ) -> [(name: String, value: String?)] {
        guard let file = sources[range.file] else { return [] }
        let start = file.position(ofOffset: Int(range.start))
        let end = file.position(ofOffset: Int(max(range.start, range.end)))
        return [
            ("path", quoted(file.path)), ("line", "\(start.line)"), ("column", "\(start.column)"),
            ("endLine", "\(end.line)"), ("endColumn", "\(end.column)"),
            ("offset", "\(range.start)"), ("length", "\(range.offsets.count)"),
        ]
    }
}

/// Builds JSON text from values that are already JSON.
enum JSONText {
    /// Returns an object with its members in the given order, without those whose value is nil.
    static func object(_ members: [(name: String, value: String?)]) -> String {
        let written = members.compactMap { member in
            member.value.map { JSONRenderer.quoted(member.name) + ": " + $0 }
        }
        return "{" + written.joined(separator: ", ") + "}"
    }

    /// Returns an array with all values on one line.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ", ") + "]" }

    /// Returns an array with one value per line. `indent` is the number of blanks before the closing bracket.
    static func lines(_ values: [String], indent: Int) -> String {
        guard !values.isEmpty else { return "[]" }
        let blanks = String(repeating: " ", count: indent)
        return "[\n" + values.map { blanks + "  " + $0 }.joined(separator: ",\n") + "\n" + blanks + "]"
    }
}

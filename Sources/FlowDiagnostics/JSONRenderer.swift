/// Writes findings as one JSON array, for programs.
package enum JSONRenderer {
    /// Renders a JSON array with one object per line, and a final newline.
    ///
    /// Members: `path`, `line`, `column`, `endLine`, `endColumn` (from 1, columns in Unicode scalars), `offset` and
    /// `length` (UTF-8 bytes), `severity`, `code`, `message`, `notes` (objects with `message` and, if the note has a
    /// location, its members), `help` (strings). Without the file in the set, the location members are missing.
    package static func render(_ diagnostics: some Sequence<Diagnostic>, in sources: SourceSet) -> String {
        let objects = diagnostics.map { object(for: $0, in: sources) }
        guard !objects.isEmpty else { return "[]\n" }
        return "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
    }

    /// A string as a JSON string with its quotes; control characters and line separators are escaped.
    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.steersTerminal: result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func object(for diagnostic: Diagnostic, in sources: SourceSet) -> String {
        var members = placeMembers(diagnostic.range, in: sources)
        members.append("\"severity\": " + quoted(diagnostic.severity.rawValue))
        members.append("\"code\": " + quoted(diagnostic.code.rawValue))
        members.append("\"message\": " + quoted(diagnostic.message))
        let notes = diagnostic.notes.map { note in
            let place = note.range.map { placeMembers($0, in: sources) } ?? []
            return "{" + (["\"message\": " + quoted(note.message)] + place).joined(separator: ", ") + "}"
        }
        members.append("\"notes\": [" + notes.joined(separator: ", ") + "]")
        members.append("\"help\": [" + diagnostic.help.map(quoted).joined(separator: ", ") + "]")
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func placeMembers(_ range: SourceRange, in sources: SourceSet) -> [String] {
        guard let file = sources[range.file] else { return [] }
        let start = file.position(ofOffset: Int(range.start))
        let end = file.position(ofOffset: Int(max(range.start, range.end)))
        return [
            "\"path\": " + quoted(file.path),
            "\"line\": \(start.line)", "\"column\": \(start.column)",
            "\"endLine\": \(end.line)", "\"endColumn\": \(end.column)",
            "\"offset\": \(range.start)", "\"length\": \(range.offsets.count)",
        ]
    }
}

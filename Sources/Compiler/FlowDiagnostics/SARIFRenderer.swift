/// Writes a SARIF 2.1.0 log with one run, for code hosts and editors.
///
/// The log has a rule for each code that occurs, sorted by name. A finding that several compilations report is one
/// result. A suppressed finding is a result with a suppression.
package struct SARIFRenderer: Sendable {
    package var version: String
    /// The base URL of the pages about findings, with a final slash; nil if the rules have no links.
    package var pages: String?
    /// Returns the Markdown page of a code, which its rule contains; nil if there is none.
    package var page: @Sendable (DiagnosticCode) -> String?

    /// The URI of the JSON schema of SARIF 2.1.0.
    static let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    /// Creates a renderer; by default, rules have neither links nor pages.
    package init(
        version: String, pages: String? = nil, page: @escaping @Sendable (DiagnosticCode) -> String? = { _ in nil }
    ) {
        self.version = version
        self.pages = pages
        self.page = page
    }

    /// Renders the findings of compilations, and the failures to read files.
    ///
    /// - Parameters:
    ///   - reports: the compilations, in the order of their results in the log
    ///   - failures: a sentence for each file that cannot be read, which becomes a notification
    /// - Returns: the log as JSON, with a final newline
    package func render(_ reports: [SARIFReport], failures: [String] = []) -> String {
        let reported = reports.flatMap { $0.diagnostics.map(\.code) + $0.suppressed.map(\.diagnostic.code) }
        let codes = Set(reported).sorted { $0.rawValue < $1.rawValue }
        return """
            {
              "$schema": "\(Self.schema)",
              "version": "2.1.0",
              "runs": [{
                "tool": {"driver": {
                  "name": "flowc",
                  "version": \(JSONRenderer.quoted(version)),
                  "rules": \(JSONText.lines(codes.map(rule), indent: 6))
                }},
                "columnKind": "unicodeCodePoints",
                "newlineSequences": ["\\r\\n", "\\n", "\\r"],
                "invocations": [\(invocation(failures))],
                "results": \(JSONText.lines(results(of: reports, rules: codes), indent: 4))
              }]
            }

            """
    }

    /// Returns the SARIF invocation of the compiler, with a notification for each failure to read a file.
    private func invocation(_ failures: [String]) -> String {
        let notifications = failures.map {
            JSONText.object([("level", Self.level(.error)), ("message", Self.message($0))])
        }
        return JSONText.object([
            ("executionSuccessful", "\(failures.isEmpty)"),
            ("toolExecutionNotifications", notifications.isEmpty ? nil : JSONText.array(notifications)),
        ])
    }

    /// Returns the distinct SARIF results of all reports; `codes` are the rules of the log, in order.
    private func results(of reports: [SARIFReport], rules codes: [DiagnosticCode]) -> [String] {
        let ruleIndices = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }
        let results = reports.flatMap { report in
            let shown = report.diagnostics.map {
                result(for: $0, suppressedBy: nil, ruleIndices, in: report.sources)
            }
            let suppressed = report.suppressed.map {
                result(for: $0.diagnostic, suppressedBy: $0.suppression, ruleIndices, in: report.sources)
            }
            return shown + suppressed
        }
        var seen: Set<String> = []
        return results.filter { seen.insert($0).inserted }
    }

    /// Returns the SARIF rule of a code.
    ///
    /// Its help is the code's page or, if the code has no page, a command that shows the rule.
    private func rule(_ code: DiagnosticCode) -> String {
        let command = "run 'flowc explain \(code.rawValue)' for the rule"
        let markdown = page(code)
        return JSONText.object([
            ("id", JSONRenderer.quoted(code.rawValue)),
            ("shortDescription", Self.message(code.summary)),
            (
                "help",
                JSONText.object([
                    ("text", JSONRenderer.quoted(markdown ?? command)), ("markdown", markdown.map(JSONRenderer.quoted)),
                ])
            ),
            ("helpUri", pages.map { JSONRenderer.quoted($0 + URIReference.encoded(code.rawValue) + ".md") }),
            ("defaultConfiguration", JSONText.object([("level", Self.level(code.defaultSeverity))])),
        ])
    }

    /// Returns the SARIF result for a finding. It contains the index of the finding's rule, and any suppression.
    private func result(
        for diagnostic: Diagnostic, suppressedBy suppression: Suppression?, _ ruleIndices: [DiagnosticCode: Int],
        in sources: SourceSet
    ) -> String {
        let related = diagnostic.notes.compactMap { note in
            note.range.flatMap { Self.location($0, Self.message(note.message), in: sources) }
        }
        return JSONText.object([
            ("ruleId", JSONRenderer.quoted(diagnostic.code.rawValue)),
            ("ruleIndex", ruleIndices[diagnostic.code].map { "\($0)" }),
            ("level", Self.level(diagnostic.severity)),
            ("message", Self.message(Self.text(of: diagnostic))),
            ("locations", JSONText.array([Self.location(diagnostic.range, nil, in: sources)].compactMap { $0 })),
            ("relatedLocations", related.isEmpty ? nil : JSONText.array(related)),
            // SARIF requires this member in all results of a run or in none.
            ("suppressions", JSONText.array([suppression.map { Self.suppression($0, in: sources) }].compactMap { $0 })),
        ])
    }

    private static func suppression(_ suppression: Suppression, in sources: SourceSet) -> String {
        JSONText.object([
            ("kind", JSONRenderer.quoted("inSource")),
            ("justification", JSONRenderer.quoted(suppression.reason)),
            ("location", location(suppression.place, nil, in: sources)),
        ])
    }

    /// Returns a finding's message, followed by lines for its notes without a location and for its help.
    private static func text(of diagnostic: Diagnostic) -> String {
        let notes = diagnostic.notes.filter { $0.range == nil }.map { "note: " + $0.message }
        let lines = [diagnostic.message] + notes + diagnostic.help.map { "help: " + $0 }
        return lines.joined(separator: "\n")
    }

    /// Returns a text as a SARIF message. Braces are doubled, since SARIF reads single braces as placeholders.
    private static func message(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            escaped.append(scalar)
            if scalar == "{" || scalar == "}" { escaped.append(scalar) }
        }
        return JSONText.object([("text", JSONRenderer.quoted(String(escaped)))])
    }

    private static func level(_ severity: Severity) -> String {
        switch severity {
        case .error: JSONRenderer.quoted("error")
        case .warning: JSONRenderer.quoted("warning")
        case .ignored: JSONRenderer.quoted("none")
        }
    }

    /// Returns a SARIF location with an optional message object. Returns nil if the file is not in the set.
    private static func location(_ range: SourceRange, _ message: String?, in sources: SourceSet) -> String? {
        guard let file = sources[range.file] else { return nil }
        let start = file.position(ofOffset: Int(range.start))
        let end = file.position(ofOffset: Int(max(range.start, range.end)))
        let region = JSONText.object([
            ("startLine", "\(start.line)"), ("startColumn", "\(start.column)"),
            ("endLine", "\(end.line)"), ("endColumn", "\(end.column)"),
        ])
        let artifact = JSONText.object([("uri", JSONRenderer.quoted(URIReference.uri(ofPath: file.path)))])
        return JSONText.object([
            ("physicalLocation", JSONText.object([("artifactLocation", artifact), ("region", region)])),
            ("message", message),
        ])
    }
}

/// The findings of one compilation, for a SARIF log.
package struct SARIFReport: Sendable {
    /// The files that the locations refer to.
    package let sources: SourceSet
    package let diagnostics: [Diagnostic]
    package let suppressed: [SuppressedDiagnostic]

    /// Creates a report from the result of a compilation.
    package init(sources: SourceSet, diagnostics: [Diagnostic], suppressed: [SuppressedDiagnostic]) {
        self.sources = sources
        self.diagnostics = diagnostics
        self.suppressed = suppressed
    }
}

/// Converts paths to URIs (RFC 3986).
package enum URIReference {
    /// Returns a relative reference for a relative path, otherwise a `file` URI.
    static func uri(ofPath path: String) -> String {
        (path.utf8.first == UInt8(ascii: "/") ? "file://" : "") + encoded(path)
    }

    /// Returns a text with all bytes percent-encoded except slashes and unreserved characters.
    package static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + hexadecimalDigit(byte >> 4) + hexadecimalDigit(byte & 0x0F)
            }
        }
        return result
    }

    /// Returns the hexadecimal digit of four bits.
    private static func hexadecimalDigit(_ nibble: UInt8) -> String {
        String(nibble, radix: 16, uppercase: true)
    }
}

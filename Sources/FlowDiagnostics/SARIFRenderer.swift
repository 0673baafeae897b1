/// Writes a SARIF 2.1.0 log with one run, for code hosts and editors.
///
/// Its rules are those of the given findings, sorted by name. A finding of several compilations appears once.
/// Suppressed findings are results with a suppression.
package struct SARIFRenderer: Sendable {
    package var version: String
    /// The base URL of the findings' pages, with a final slash; nil if unpublished.
    package var pages: String?
    /// Returns the Markdown page of a code, for its rule.
    package var page: @Sendable (DiagnosticCode) -> String?

    /// The URI of the schema.
    static let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

    package init(
        version: String, pages: String? = nil, page: @escaping @Sendable (DiagnosticCode) -> String? = { _ in nil }
    ) {
        self.version = version
        self.pages = pages
        self.page = page
    }

    /// Renders the log, with a final newline.
    /// - Parameters:
    ///   - reports: the findings of each file.
    ///   - failures: a sentence for each unreadable file.
    /// - Returns: the log as JSON.
    package func render(_ reports: [SARIFReport], failures: [String] = []) -> String {
        let found = reports.flatMap { $0.diagnostics.map(\.code) + $0.suppressed.map(\.diagnostic.code) }
        let codes = Set(found).sorted { $0.rawValue < $1.rawValue }
        let numbers = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }
        var seen: Set<String> = []
        let results = reports.flatMap { report in
            report.diagnostics.map { result($0, nil, numbers, report.sources) }
                + report.suppressed.map { result($0.diagnostic, $0.suppression, numbers, report.sources) }
        }.filter { seen.insert($0).inserted }
        let invocation = JSONText.object([
            ("executionSuccessful", "\(failures.isEmpty)"),
            (
                "toolExecutionNotifications",
                failures.isEmpty
                    ? nil
                    : JSONText.array(
                        failures.map {
                            JSONText.object([("level", Self.level(.error)), ("message", Self.message($0))])
                        })
            ),
        ])
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
                "invocations": [\(invocation)],
                "results": \(JSONText.lines(results, indent: 4))
              }]
            }

            """
    }

    private func rule(_ code: DiagnosticCode) -> String {
        let command = "run 'flowc explain \(code.rawValue)' for the rule"
        let page = page(code)
        return JSONText.object([
            ("id", JSONRenderer.quoted(code.rawValue)),
            ("shortDescription", Self.message(code.summary)),
            (
                "help",
                JSONText.object([
                    ("text", JSONRenderer.quoted(page ?? command)), ("markdown", page.map(JSONRenderer.quoted)),
                ])
            ),
            ("helpUri", pages.map { JSONRenderer.quoted($0 + SARIFAddress.encoded(code.rawValue) + ".md") }),
            ("defaultConfiguration", JSONText.object([("level", Self.level(code.defaultSeverity))])),
        ])
    }

    private func result(
        _ diagnostic: Diagnostic, _ suppression: Suppression?, _ numbers: [DiagnosticCode: Int], _ sources: SourceSet
    ) -> String {
        let related = diagnostic.notes.compactMap { note in
            note.range.flatMap { Self.location($0, Self.message(note.message), in: sources) }
        }
        return JSONText.object([
            ("ruleId", JSONRenderer.quoted(diagnostic.code.rawValue)),
            ("ruleIndex", numbers[diagnostic.code].map { "\($0)" }),
            ("level", Self.level(diagnostic.severity)),
            ("message", Self.message(Self.text(of: diagnostic))),
            ("locations", JSONText.array([Self.location(diagnostic.range, nil, in: sources)].compactMap { $0 })),
            ("relatedLocations", related.isEmpty ? nil : JSONText.array(related)),
            // SARIF requires that all results of a run state whether they are suppressed, or none does.
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

    /// The message, followed by lines for notes without location and for help.
    private static func text(of diagnostic: Diagnostic) -> String {
        let notes = diagnostic.notes.filter { $0.range == nil }.map { "note: " + $0.message }
        let lines = [diagnostic.message] + notes + diagnostic.help.map { "help: " + $0 }
        return lines.joined(separator: "\n")
    }

    /// A message object. Braces are doubled, since single ones are placeholders.
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

    private static func location(_ range: SourceRange, _ message: String?, in sources: SourceSet) -> String? {
        guard let file = sources[range.file] else { return nil }
        let start = file.position(ofOffset: Int(range.start))
        let end = file.position(ofOffset: Int(max(range.start, range.end)))
        let region = JSONText.object([
            ("startLine", "\(start.line)"), ("startColumn", "\(start.column)"),
            ("endLine", "\(end.line)"), ("endColumn", "\(end.column)"),
        ])
        let artifact = JSONText.object([("uri", JSONRenderer.quoted(SARIFAddress.uri(ofPath: file.path)))])
        return JSONText.object([
            ("physicalLocation", JSONText.object([("artifactLocation", artifact), ("region", region)])),
            ("message", message),
        ])
    }
}

import FlowDiagnostics
import Testing

struct SARIFRendererTests {
    private func sources(_ text: String, path: String = "a.xml") -> SourceSet {
        var sources = SourceSet()
        _ = sources.add(SourceFile(path: path, bytes: Array(text.utf8)))
        return sources
    }

    private func range(_ offsets: Range<Int>, file: Int = 0) -> SourceRange {
        SourceRange(file: FileID(file), offsets)
    }

    private func render(_ path: String, _ diagnostic: Diagnostic) -> String {
        let report = SARIFReport(sources: sources("ü\n<é>", path: path), diagnostics: [diagnostic], suppressed: [])
        return SARIFRenderer(version: "1").render([report])
    }

    @Test func aLogLooksAsTheStandardSays() {
        let text = "é\n<a b=\"c\"/>"
        let finding = Diagnostic(
            .sample, at: range(9..<10), "no",
            notes: [Diagnostic.Note("here", at: range(3..<4)), Diagnostic.Note("so it is")], help: ["do"])
        let suppression = Suppression(.doubt, at: range(3..<4), scope: range(3..<13), reason: "old \"pools\"")
        let suppressed = SuppressedDiagnostic(
            diagnostic: Diagnostic(.doubt, at: range(6..<7), "hm"), suppression: suppression)
        let report = SARIFReport(sources: sources(text), diagnostics: [finding], suppressed: [suppressed])
        let log = SARIFRenderer(version: "1.2", pages: "https://x.org/") { $0 == .doubt ? "# doubt\n" : nil }
            .render([report, report])
        #expect(
            log == #"""
                {
                  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
                  "version": "2.1.0",
                  "runs": [{
                    "tool": {"driver": {
                      "name": "flowc",
                      "version": "1.2",
                      "rules": [
                        {"id": "doubt", "shortDescription": {"text": "A doubt."}, "help": {"text": "# doubt\n", "markdown": "# doubt\n"}, "helpUri": "https://x.org/doubt.md", "defaultConfiguration": {"level": "warning"}},
                        {"id": "sample", "shortDescription": {"text": "A sample."}, "help": {"text": "run 'flowc explain sample' for the rule"}, "helpUri": "https://x.org/sample.md", "defaultConfiguration": {"level": "error"}}
                      ]
                    }},
                    "columnKind": "unicodeCodePoints",
                    "newlineSequences": ["\r\n", "\n", "\r"],
                    "invocations": [{"executionSuccessful": true}],
                    "results": [
                      {"ruleId": "sample", "ruleIndex": 1, "level": "error", "message": {"text": "no\nnote: so it is\nhelp: do"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.xml"}, "region": {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 8}}}], "relatedLocations": [{"physicalLocation": {"artifactLocation": {"uri": "a.xml"}, "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 2}}, "message": {"text": "here"}}], "suppressions": []},
                      {"ruleId": "doubt", "ruleIndex": 0, "level": "warning", "message": {"text": "hm"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.xml"}, "region": {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 5}}}], "suppressions": [{"kind": "inSource", "justification": "old \"pools\"", "location": {"physicalLocation": {"artifactLocation": {"uri": "a.xml"}, "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 2}}}}]}
                    ]
                  }]
                }

                """#)
    }

    @Test func nothingFoundIsALogToo() {
        let log = SARIFRenderer(version: "1").render([], failures: ["cannot read '{a}'"])
        #expect(log.contains("\"results\": []"))
        #expect(log.contains("\"rules\": []"))
        let notification = #"[{"level": "error", "message": {"text": "cannot read '{{a}}'"}}]"#
        #expect(log.contains(#""executionSuccessful": false, "toolExecutionNotifications": \#(notification)"#))
    }

    @Test(arguments: [
        ("a b/ü%.xml", "a%20b/%C3%BC%25.xml"), ("/a.xml", "file:///a.xml"), ("a:b.xml", "a%3Ab.xml"),
        ("../x-_~.xml", "../x-_~.xml"), ("q?#[]\\", "q%3F%23%5B%5D%5C"), ("-", "-"),
    ])
    func pathsBecomeAddresses(path: String, uri: String) {
        #expect(render(path, Diagnostic(.sample, at: range(3..<4), "m")).contains("\"uri\": \"\(uri)\""))
    }

    @Test func columnsAreCodePointsAndAnEmptyRangeStaysOne() {
        let log = render("a", Diagnostic(.sample, at: range(6..<6), "m"))
        #expect(log.contains(#""region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 3}"#))
    }

    @Test func bracesAreNoPlacesForArguments() {
        let log = render("a", Diagnostic(.sample, at: range(3..<4), "not '{0}'\u{1}"))
        #expect(log.contains(#""text": "not '{{0}}'\u0001""#))
    }

    @Test func aFindingOfAFileThatWasNotReadHasNoPlace() {
        #expect(render("a", Diagnostic(.sample, at: range(0..<0, file: 7), "gone")).contains("\"locations\": []"))
    }
}

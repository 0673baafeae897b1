import FlowDiagnostics
import FlowIR
import FlowCompiler
import FlowSyntax
import Testing

/// Scenario documents: what is wrong in them has its place; what is right becomes lines.
struct ScenarioReaderTests {
    /// The scenarios of a document's content, and the findings as `code 'source'`.
    private static func read(_ content: String) throws -> (scenarios: [Scenario], findings: [String]) {
        let text = "<scenarios flow=\"f.xml\">\n" + content + "\n</scenarios>"
        let file = SourceFile(path: "s.xml", bytes: Array(text.utf8))
        var bag = DiagnosticBag()
        let document = DocumentParser.parse(file: file, id: FileID(0), bag: &bag)
        let tree = try #require(document).tree
        StructureChecker.check(tree, as: .scenario, bag: &bag)
        try #require(bag.isEmpty, "\(bag.diagnostics)")
        let scenarios = ScenarioReader.read(tree, &bag)
        return (scenarios, bag.diagnostics.map { "\($0.code) '\(file.text($0.range.offsets))'" })
    }

    @Test(
        "Bad JSON is found at its place",
        arguments: [
            (#"{"a": 1,}"#, "}"), (#"{"a" 1}"#, "1"), (#"{"a": 01}"#, "1"), (#"{"a": [1 2]}"#, "2"), (#"[1]"#, "["),
            (#"{"a": "x"#, ""), (#"{"a": nul}"#, "n"), (#"{"a": 1} x"#, "x"), (#"{'a': 1}"#, "'"),
            (#"{"a": "\q"}"#, "q"),
            (#"{"a": 1, "a": 2}"#, "\""), (#"{"a": 1, "\u0061": 2}"#, "\""), (#"{"\/\n": 1, "/\u000A": 2}"#, "\""),
            (#"{"😀": 1, "\ud83D\uDE00": 2}"#, "\""), (#"{"a": "\u12G4"}"#, "u"),
            (#"{"a": "\ud800"}"#, "u"), (#"{"a": "\udc00"}"#, "u"), (#"{"\ud800": 1}"#, "u"),
            (#"{"a": "\ud800\u0041"}"#, "u"), (#"{"a": "\ud800\n"}"#, "u"), (#"{"a": "\ud83d\ude0"}"#, "u"),
            (#"{"a": 1.}"#, "}"), (#"{"a": -}"#, "}"),
            (#"{"a": .5}"#, "."), (#"{"a":}"#, "}"), (#"{"a": {"b": [}}"#, "}"), ("{\"a\": \"x\ny\"}", "\n"), ("{", ""),
            (#"{"a": 1e}"#, "}"), (#"{"&lt;": &amp;}"#, "&amp;"), (#"{"a": tru e}"#, "t"),
        ])
    func badJSON(json: String, source: String) throws {
        let result = try Self.read("<scenario name=\"s\"><submit> \(json) </submit></scenario>")
        #expect(result.findings == ["bad-json '\(source)'"])
    }

    @Test("Deep nesting is refused") func deepJSON() throws {
        let json = "{\"a\":" + String(repeating: "[", count: 100_000)
        #expect(try Self.read("<scenario name=\"s\"><submit>\(json)</submit></scenario>").findings == ["bad-json '['"])
    }

    @Test(
        "Good JSON is kept as it is",
        arguments: [
            "{}", #"{"a": -0.5e+10, "b": [true, false, null, [], {}], "c": "\u00e9\n\"\\", "d": {"a": [1, 2]}}"#,
            "{ \"a\" : 0 }", #"{"a": 1, "\\u0061": 2, "A": 3, "\ud83d\ude00": 4, "\u00e9": 5, "e\u0301": 6}"#,
        ])
    func goodJSON(json: String) throws {
        let result = try Self.read("<scenario name=\"s\"><submit>\(json)</submit></scenario>")
        #expect(result.findings == [])
        guard case .submit(let text) = result.scenarios.first?.lines.first?.line else {
            Issue.record("no submit")
            return
        }
        #expect(text == json)
    }

    @Test(
        "A reply may be any JSON value, as services send them too",
        arguments: [
            ("\"&lt;html>\"", "\"<html>\""), ("[]", "[]"), ("7", "7"), (" null", "null"),
            ("[{\"a\": 1}]", "[{\"a\": 1}]"),
        ])
    func anyReply(written: String, json: String) throws {
        let result = try Self.read("<scenario name=\"s\"><reply>\(written)</reply></scenario>")
        #expect(result.findings == [])
        #expect(result.scenarios.first?.lines.map { "\($0.line)" } == ["\(Scenario.Line.reply(json: json))"])
    }

    @Test("But JSON it must be", arguments: [("html", "h"), ("[] x", "x"), ("\"a", "")])
    func badReply(json: String, source: String) throws {
        let result = try Self.read("<scenario name=\"s\"><reply>\(json)</reply></scenario>")
        #expect(result.findings == ["bad-json '\(source)'"])
    }

    @Test("All kinds of lines, with their line numbers") func lines() throws {
        let result = try Self.read(
            """
            <define name="tokens">{"AccessToken": "t"}</define>
            <scenario name="s" rows="A:1 A:2" traces="t-1">
            <doc>text</doc>
            <handler name="srp.start">{"a": "1"}</handler><handler name="srp.verify" failure="noPassword"/>
            <start>{"username": "ana"}</start>
            <call operation="Begin"/>
            <reply use="tokens"/>
            <error type="Wrong" message="no way"/>
            <present step="CODE" within="180" error="Wrong" class="service">{"a": 1}</present>
            <select value="TOTP"/>
            <event name="resend"/><back/><cancel/><timeout/>
            <notify name="told"/>
            <refused code="missing" parameter="code"/>
            <end outcome="done" error="Wrong"/>
            </scenario>
            """)
        #expect(result.findings == [])
        let scenario = try #require(result.scenarios.first)
        let expected = [
            #"start(json: "{\"username\": \"ana\"}")"#, #"call(operation: "Begin", json: "{}")"#,
            #"reply(json: "{\"AccessToken\": \"t\"}")"#, #"error(type: "Wrong", message: "no way")"#,
            #"present(step: "CODE", within: Optional(180), error: Optional("Wrong"), category: Optional("service"), json: "{\"a\": 1}")"#,
            #"select("TOTP")"#, #"event("resend", json: "{}")"#, #"event("back", json: "{}")"#,
            #"event("cancel", json: "{}")"#, #"event("timeout", json: "{}")"#,
            #"notify(name: "told", json: "{}")"#, #"refused(code: "missing", parameter: Optional("code"))"#,
            #"end(outcome: "done", error: Optional("Wrong"), category: nil, json: "{}")"#,
        ]
        #expect(scenario.lines.map { "\($0.line)" } == expected)
        #expect(scenario.lines.map(\.lineNumber) == [6, 7, 8, 9, 10, 11, 12, 12, 12, 12, 13, 14, 15])
        #expect(scenario.rows == ["A:1", "A:2"] && scenario.traces == ["t-1"])
        guard case .gives("{\"a\": \"1\"}") = scenario.handlers["srp.start"],
            case .fails("noPassword") = scenario.handlers["srp.verify"]
        else {
            Issue.record("\(scenario.handlers)")
            return
        }
    }

    @Test("A scenario goes on from others, written before or behind it") func after() throws {
        let result = try Self.read(
            """
            <scenario name="c" after="b"><handler name="h" failure="own"/><select value="3"/></scenario>
            <scenario name="b" after="a"><select value="2"/></scenario>
            <scenario name="a"><handler name="h" failure="first"/><handler name="g" failure="kept"/><select value="1"/></scenario>
            """)
        #expect(result.findings == [])
        #expect(result.scenarios.map(\.name) == ["c", "b", "a"])
        #expect(result.scenarios[0].lines.map { "\($0.line)" } == ["select(\"1\")", "select(\"2\")", "select(\"3\")"])
        #expect(result.scenarios.map(\.prefixCount) == [2, 1, 0])
        guard case .fails("own") = result.scenarios[0].handlers["h"],
            case .fails("kept") = result.scenarios[0].handlers["g"]
        else {
            Issue.record("\(result.scenarios[0].handlers)")
            return
        }
    }

    @Test(
        "A definition that no line uses is found, unless an unknown name may mean it",
        arguments: [
            (#"<submit use="a"/>"#, ["unused-declaration 'b'"]),
            (#"<submit use="b"/><call operation="o" use="a"/>"#, []),
            ("<submit/>", ["unused-declaration 'a'", "unused-declaration 'b'"]),
            (#"<submit use="c"/>"#, ["unknown-definition 'c'"]),
        ])
    func unusedDefinitions(lines: String, findings: [String]) throws {
        let definitions = #"<define name="a">{}</define><define name="b">{}</define>"#
        #expect(try Self.read(definitions + "<scenario name=\"s\">\(lines)</scenario>").findings == findings)
    }

    @Test("Unknown names, names given twice and circles") func names() throws {
        let result = try Self.read(
            """
            <define name="d">{}</define><define name="d">{}</define>
            <scenario name="a" after="c"><submit use="x"/></scenario>
            <scenario name="b" after="a"><submit use="d">{}</submit></scenario>
            <scenario name="c" after="b"/>
            <scenario name="c"/>
            <scenario name="e" after="nobody"><event name="go" use="d">{"a": 1}</event></scenario>
            <scenario name="f" after="f"/>
            """)
        #expect(
            result.findings == [
                "duplicate-name 'd'", "unknown-definition 'x'", "bad-json '{}'", "duplicate-name 'c'",
                "bad-json '{\"a\": 1}'", "unknown-scenario 'nobody'", "scenario-cycle 'a'", "scenario-cycle 'f'",
            ])
    }
}

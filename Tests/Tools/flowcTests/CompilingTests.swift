import Foundation
import TestSupport
import Testing

@Suite("flowc with the flows of this package")
struct CompilingTests {
    /// The flow that the package ships.
    private static let flow = PackageFiles.absolute("flows/amplify.flow.xml")

    private static let start = #"{"username":"ana","password":"p","clientId":"c"}"#
    private static let request =
        #"{"AuthFlow":"USER_SRP_AUTH","ClientId":"c","AuthParameters":{"USERNAME":"ana","SRP_A":"*"}}"#

    private func scenarios(_ body: String) -> String {
        "<?xml version=\"1.0\"?>\n<scenarios flow=\"\(Self.flow)\">\n\(body)\n</scenarios>\n"
    }

    @Test("a table is written where it should be, and nothing else")
    func compile() throws {
        let tool = try Tool()
        #expect(try tool.run("compile", Self.flow, "-o", "a.flow").code == 0)
        #expect(try tool.run("compile", Self.flow, "-o", "stripped.flow", "--strip").code == 0)
        #expect(try tool.run("compile", Self.flow, "-o", "tables/").code == 0)
        #expect(try tool.files == ["a.flow", "stripped.flow", "tables"])
        #expect(try tool.run("dump", "tables/amplify.flow").code == 0)
        let impossible = try tool.run("compile", Self.flow, "-o", "a.flow/b.flow")
        #expect(impossible.code == 2)
        #expect(impossible.errors.contains("a.flow/b.flow"))
    }

    @Test("scenarios are made of a flow, and take all of it")
    func makesScenarios() throws {
        let tool = try Tool()
        try tool.add(
            "lift.flow.xml",
            """
            <flow name="lift" start="ask">
              <data><input name="floor" type="choice" of="up down" required="true"/><fact name="stuck"/></data>
              <step id="ask"><ask name="key" pattern="[a-c]{2}"/>
                <on event="submit" when="stuck and floor is up" to="halted"/>
                <on event="submit" when="not (stuck and floor is up)" to="moved"/>
                <on event="cancel" to="halted"/>
              </step>
              <end id="moved"><show name="to" from="floor"/></end><end id="halted"/>
            </flow>
            """)
        let made = try tool.run("test", "--generate", "lift.flow.xml")
        #expect(made.code == 0)
        #expect(made.errors.contains("take 3 of 3 transitions"))
        try tool.add("lift.scenario.xml", made.output)
        let played = try tool.run("test", "lift.scenario.xml", "--minimum-coverage", "100")
        #expect(played.code == 0, "\(played.output)")
        for wrong in [
            ["lift.flow.xml"], ["--minimum-coverage", "95"], ["--uncovered"], ["--rows", "tsv"], ["--trace"],
        ] { #expect(try tool.run(["test", "--generate", "lift.flow.xml"] + wrong).code == 64, "\(wrong)") }
        #expect(try tool.run("test", "--generate", "-").code == 64)
        #expect(try tool.run("test", "lift.scenario.xml", "--trace", "--rows", "tsv").code == 64)
    }

    @Test("scenarios made of a flow notice another time limit and another class of an error")
    func noticesLimitsAndClasses() throws {
        let tool = try Tool()
        try tool.add(
            "gate.service.xml",
            """
            <service name="gate">
              <reply name="r" success="Done"><output name="Done" type="flag"/></reply>
              <errors names="Wrong"/>
              <operation name="Go" reply="r" errors="Wrong"/>
            </service>
            """)
        let flow = """
            <flow name="gate" service="gate.service.xml" start="ask">
              <command name="skip"/>
              <class name="mistake" errors="Wrong"/>
              <step id="ask">
                <on event="submit" to="go"/>
                <on event="skip" to="over"/>
                <on event="timeout" after="60" to="over"/>
              </step>
              <call id="go" operation="Go"><on error="Wrong" to="ask" attempts="3" then="over"/></call>
              <on event="success" to="done"/>
              <on event="invalid cancel" to="over"/>
              <on error="*" to="over"/>
              <end id="done"/>
              <end id="over"/>
            </flow>
            """
        try tool.add("gate.flow.xml", flow)
        let made = try tool.run("test", "--generate", "gate.flow.xml")
        #expect(made.output.contains(#"<present step="ask" within="60" error="Wrong" class="mistake">"#))
        #expect(made.output.contains(#"<end outcome="over" error="Wrong" class="mistake">"#))
        try tool.add("gate.scenario.xml", made.output)
        #expect(try tool.run("test", "gate.scenario.xml").code == 0)
        for (right, wrong) in [("after=\"60\"", "after=\"61\""), ("\"mistake\"", "\"slip\"")] {
            try tool.add("gate.flow.xml", flow.replacingOccurrences(of: right, with: wrong))
            #expect(try tool.run("test", "gate.scenario.xml").code == 1, "\(wrong)")
        }
    }

    @Test("an older table is kept when the new one cannot be made")
    func keepsOld() throws {
        let tool = try Tool()
        try tool.add("a.flow", "old")
        try tool.add("bad.xml", "<bad")
        #expect(try tool.run("compile", "bad.xml", "-o", "a.flow").code == 1)
        #expect(try String(contentsOf: tool.folder.appendingPathComponent("a.flow"), encoding: .utf8) == "old")
    }

    @Test("a compiled flow and its source converse alike")
    func run() throws {
        let tool = try Tool()
        _ = try tool.run("compile", Self.flow, "-o", "a.flow")
        let input = "{\"start\":\(Self.start)}\n"
        let compiled = try tool.run("run", "a.flow", "--json", "--service", "scripted", input: input)
        let source = try tool.run("run", Self.flow, "--json", "--service", "scripted", input: input)
        #expect(compiled.output.hasPrefix(#"{"call":{"operation":"InitiateAuth","#))
        #expect(compiled.output == source.output)
    }

    /// The scenarios of these tests lie outside of the package whose flows they name.
    private static let anywhere = ["FLOWC_ROOT": "/"]

    @Test("a failing scenario is told with its line, and the exit code is 1")
    func failingScenario() throws {
        let tool = try Tool()
        try tool.add(
            "a.xml",
            scenarios(
                """
                <scenario name="good" rows="R-1"><start>\(Self.start)</start>
                <call operation="InitiateAuth">\(Self.request)</call></scenario>
                <scenario name="bad" rows="R-2"><start>\(Self.start)</start>
                <call operation="InitiateAuth">{}</call></scenario>
                <scenario name="later" after="bad"><cancel/></scenario>
                """))
        let outcome = try tool.run("test", "a.xml", environment: Self.anywhere)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("ok    good\nFAIL  bad\n      a.xml:6: expected call InitiateAuth {}"))
        // One that continues it fails in the same way.
        #expect(outcome.output.contains("\nFAIL  later (as 'bad')\n3 scenarios, 2 failed"))
        let rows = try tool.run("test", "a.xml", "--rows", "tsv", environment: Self.anywhere)
        #expect(rows.output == "row\tscenarios\nR-1\tgood\n")
        let trace = try tool.run("test", "a.xml", "--trace", environment: Self.anywhere)
        for other in [rows, trace] {
            #expect(other.code == 1)
            #expect(other.errors == outcome.output)
        }
    }

    @Test("too small a share of transitions fails, and those not taken are listed")
    func coverage() throws {
        let tool = try Tool()
        try tool.add(
            "a.xml",
            scenarios("<scenario name=\"idle\"><event name=\"x\"/><refused code=\"unknown-event\"/></scenario>"))
        let outcome = try tool.run("test", "a.xml", environment: Self.anywhere)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(": 0.0 % of "))
        let short = try tool.run("test", "a.xml", "--minimum-coverage", "95", environment: Self.anywhere)
        #expect(short.code == 1)
        #expect(short.output.contains(", less than 95.0 %"))
        #expect(short.output.contains("  not taken: \(Self.flow):"))
        let rows = ["test", "a.xml", "--rows", "tsv"]
        let failed = try tool.run(rows + ["--minimum-coverage", "95"], environment: Self.anywhere)
        #expect(failed.code == 1)
        #expect(failed.errors.contains(", less than 95.0 %"))
        #expect(try tool.run(rows, environment: Self.anywhere).errors == "")
        #expect(try tool.run(rows + ["--uncovered"], environment: Self.anywhere).errors.contains("  not taken: "))
    }

    @Test("a happy path changes the picture, but not the table")
    func happyPath() throws {
        let tool = try Tool()
        for (name, attribute) in [("plain", ""), ("marked", #" happy-path="read done""#)] {
            try tool.add(
                "\(name).flow.xml",
                """
                <flow name="f" start="ask"\(attribute)>
                  <step id="ask"><on event="submit" to="done"/><on event="back" to="read"/></step>
                  <step id="read"><on event="submit" to="done"/></step>
                  <on event="cancel" to="left"/><end id="done"/><end id="left"/>
                </flow>
                """)
        }
        #expect(try tool.run("compile", "plain.flow.xml", "marked.flow.xml", "-o", "tables").code == 0)
        let tables = try ["plain", "marked"].map {
            try Data(contentsOf: tool.folder.appendingPathComponent("tables/\($0).flow"))
        }
        let pictures = try ["plain", "marked"].map { try tool.run("diagram", "\($0).flow.xml").output }
        #expect(!tables[0].isEmpty && tables[0] == tables[1])
        #expect(!pictures[0].isEmpty && pictures[0] != pictures[1])
    }

    @Test("a picture is drawn, and without Graphviz the tool says so")
    func diagram() throws {
        let tool = try Tool()
        #expect(try tool.run("diagram", Self.flow).output.hasPrefix("digraph"))
        #expect(try tool.run("diagram", Self.flow, "--format", "mermaid").output.contains("\nflowchart LR\n"))
        let missing = try tool.run(
            "diagram", Self.flow, "--format", "svg", "-o", "a.svg", environment: ["PATH": "/nowhere"])
        #expect(missing.code == 2)
        #expect(missing.errors.contains("Graphviz"))
        #expect(try tool.files.isEmpty)
    }

    @Test("the name of the output chooses the format of a picture, and must not contradict it")
    func formatOfName() throws {
        let (tool, flow) = (try Tool(), PackageFiles.absolute("flows/kiosk.flow.xml"))
        let parts = [("a.svg", "</svg>"), ("b.MMD", "\nflowchart LR\n"), ("c.txt", "digraph"), ("svg", "digraph")]
        for (name, part) in parts {
            #expect(try tool.run("diagram", flow, "-o", name).code == 0)
            let written = try String(contentsOf: tool.folder.appendingPathComponent(name), encoding: .utf8)
            #expect(written.contains(part), "\(name)")
        }
        #expect(try tool.run("diagram", flow, "--format", "mermaid", "-o", "pictures.svg/").code == 0)
        let wrong = try tool.run("diagram", flow, "--format", "dot", "-o", "x.svg")
        #expect(wrong.code == 64)
        #expect(wrong.errors.contains("--format dot contradicts the name 'x.svg'"))
        #expect(try tool.files == ["a.svg", "b.MMD", "c.txt", "pictures.svg", "svg"])
    }

    @Test("a picture in SVG says the same transitions as its graph", arguments: ["kiosk", "register", "passkey-first"])
    func transitions(name: String) throws {
        let (tool, flow) = (try Tool(), PackageFiles.absolute("flows/\(name).flow.xml"))
        let graph = try tool.run("diagram", flow, "--format", "dot").output
        let picture = try tool.run("diagram", flow, "--format", "svg").output
        let expected = Self.transitions(graph, in: /(?:TITLE|tooltip)="((?:[^"\\]|\\.)*)"/)
        let found = Self.transitions(picture, in: /xlink:title="([^"]*)"/)
        #expect(expected.count > 20 && found == expected)
    }

    /// The lines with an arrow in the attributes that a pattern finds.
    private static func transitions(_ text: String, in pattern: Regex<(Substring, Substring)>) -> Set<String> {
        let entities = [
            ("\\n", "\n"), ("\\\\", "\\"), ("\\\"", "\""), ("&#10;", "\n"), ("&#45;", "-"), ("&#160;", " "),
            ("&lt;", "<"),
            ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ]
        var lines: Set<String> = []
        for match in text.matches(of: pattern) {
            let value = entities.reduce(String(match.output.1)) { $0.replacing($1.0, with: $1.1) }
            lines.formUnion(value.split(separator: "\n").filter { $0.contains(" → ") }.map(String.init))
        }
        return lines
    }

    @Test(
        "text of an author is text in every format: nothing in it is markup, and nothing runs",
        arguments: ["dot", "svg", "mermaid"])
    func hostileText(format: String) throws {
        let tool = try Tool()
        let doc =
            "&lt;/title>&lt;script>alert(1)&lt;/script>\u{202E}\"]; x [label=\"\\N\" URL=\"javascript:alert(1)\"; click n0 call f()"
        let guardText =
            "way is '&lt;img src=x onerror=alert(2)>' or way is '" + String(repeating: "long", count: 2_500) + "'"
        let flow = """
            <flow name="hostile" start="ask"><doc>\(doc)</doc><data><value name="way"/></data>
            <step id="ask" present="ASK"><doc>\(doc)</doc><ask name="way"/><on event="submit" to="decide"/></step>
            <choice id="decide"><go to="done" when="\(guardText)"/><otherwise to="\(Self.longName)"/></choice>
            <end id="done"/><end id="\(Self.longName)"/><on event="start" to="ask"/><on event="cancel" to="done"/></flow>
            """
        try tool.add("hostile.flow.xml", flow)
        let picture = try tool.run("diagram", "hostile.flow.xml", "--format", format)
        #expect(picture.code == 0, "\(picture.errors.prefix(2000))")
        let markup = format == "dot" ? [] : ["<script", "<img"]
        for forbidden in markup + ["\u{202E}", "href=\"javascript", "URL=\"javascript", "\nclick "] {
            #expect(!picture.output.contains(forbidden), "\(forbidden)")
        }
        // Every quoted text of a chart ends where its line does.
        for line in picture.output.split(separator: "\n") where format == "mermaid" {
            #expect(line.count { $0 == "\"" } % 2 == 0)
        }
        #expect(format != "svg" || picture.output.contains("&lt;script&gt;alert(1)"))
    }

    @Test("the links of a picture are addresses, whatever the paths and the prefix contain")
    func links() throws {
        let tool = try Tool()
        let folder = "a \"b\" & <c>#?%"
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent(folder), withIntermediateDirectories: true)
        let flow = """
            <flow name="f" start="ask"><step id="ask"><on event="submit cancel" to="done"/></step><end id="done"/></flow>
            """
        try tool.add("\(folder)/it's ü.flow.xml", flow)
        let picture = try tool.run(
            "diagram", "\(folder)/it's ü.flow.xml", "--format", "svg", "--source-url", "https://host/?a=1&path=\"<b>/")
        #expect(picture.code == 0 && picture.errors.isEmpty)
        try tool.add("picture.svg", picture.output)
        let links = try tool.shell("xmllint --xpath '//@*[local-name() = \"href\"]' picture.svg")
        let address =
            "https://host/?a=1&amp;path=%22%3Cb%3E/a%20%22b%22%20%26%20%3Cc%3E%23%3F%25/it%27s%20%C3%BC.flow.xml#L1"
        let addresses = Set(links.lines.map { $0.trimmingCharacters(in: .whitespaces) })
        #expect(links.code == 0 && addresses == ["xlink:href=\"#\"", "xlink:href=\"\(address)\""], "\(links)")
    }

    @Test("a picture has no links to files that ship with the compiler")
    func linksToShippedFiles() throws {
        let tool = try Tool()
        try tool.add("f.flow.xml", #"<flow name="f" extends="flowc:/library/passwordless.flow.xml" start="begin"/>"#)
        let picture = try tool.run("diagram", "f.flow.xml", "--source-url", "https://host/")
        #expect(picture.code == 0 && !picture.output.isEmpty && !picture.output.contains("https://host/flowc"))
    }

    private static let longName = "n" + String(repeating: "a", count: 9_999)
}

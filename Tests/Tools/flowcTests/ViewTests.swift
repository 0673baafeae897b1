import Foundation
import Testing

/// The page that `flowc view` writes. `.ci/check-view` plays it in a browser.
@Suite("flowc view")
struct ViewTests {
    private static let service = """
        <service name="harbour" answer="Answer">
          <reply name="auth" challenge="Challenge" parameters="Details" success="Tokens">
            <output name="Session" type="session"/><output name="Access" at="Tokens/Access" type="secret"/>
          </reply>
          <errors names="WrongPassword"/>
          <operation name="Enter" reply="auth" errors="WrongPassword"><input name="Password" type="secret"/></operation>
          <operation name="Answer" reply="auth" responses="Responses">
            <input name="Method" variant="true"/><input name="Session" type="session"/>
          </operation>
          <challenge name="RIDDLE" proves="wit"><parameter name="Question" required="true"/><response name="Solution" required="true"/></challenge>
        </service>
        """
    private static let flow = """
        <flow name="enter" service="harbour.service.xml" start="enter">
          <data><input name="password" type="secret" required="true"/><value name="session" type="session"/></data>
          <receive name="Session" into="session"/>
          <call id="enter" operation="Enter"><send name="Password" from="password"/></call>
          <challenge name="RIDDLE">
            <ask name="solution" pattern="[a-z]{3}"/><send name="Solution" from="solution"/>
            <send name="Session" from="session"/>
          </challenge>
          <on event="success" to="inside"/><on event="invalid cancel" to="outside"/><on error="*" to="outside"/>
          <end id="inside"/><end id="outside"/>
        </flow>
        """

    private let tool: Tool

    init() throws {
        tool = try Tool()
        try tool.add("harbour.service.xml", Self.service)
        try tool.add("enter.flow.xml", Self.flow)
    }

    /// What the page knows of the flow.
    private func data(_ arguments: String...) throws -> [String: Any] {
        let outcome = try tool.run(["view", "enter.flow.xml", "-o", "enter.html"] + arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
        let start = #"<script id="data" type="application/json">"#
        let rest = try #require(try page().components(separatedBy: start).dropFirst().first)
        let json = try #require(rest.components(separatedBy: "</script>").first)
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    private func page() throws -> String {
        try String(contentsOf: tool.folder.appendingPathComponent("enter.html"), encoding: .utf8)
    }

    @Test("the page is one file that may load nothing")
    func isOneFile() throws {
        _ = try data()
        let page = try page()
        #expect(page.contains("default-src 'none'"))
        for address in ["src=\"http", "href=\"http", "url(http", "@import"] { #expect(!page.contains(address)) }
        #expect(!page.contains("{{"))
    }

    @Test("scenarios that are copied refer to the flow's file, also if the page comes from standard input")
    func nameOfFile() throws {
        #expect(try data()["file"] as? String == "enter.flow.xml")
        let flow = Self.flow.replacingOccurrences(of: "name=\"enter\"", with: "name=\"leave\"")
        #expect(try tool.run("view", "-", "-o", "enter.html", input: flow).code == 0)
        #expect(try page().contains(#""file":"leave.flow.xml""#))
    }

    @Test("the service's replies follow from its description")
    func replies() throws {
        let data = try data()
        let replies = try #require(data["replies"] as? [[String: Any]])
        #expect(Set(replies.compactMap { $0["kind"] as? String }) == ["success", "challenge", "unknown"])
        let riddle = try #require(replies.first { $0["name"] as? String == "RIDDLE" })
        let fields = try #require(data["fields"] as? [[String: Any]])
        let paths = try #require(riddle["fields"] as? [Int]).compactMap { fields[$0]["path"] as? [String] }
        #expect(paths == [["Details", "Question"], ["Session"]])
        let errors = try #require(data["errors"] as? [[String]])
        #expect(errors.contains(["WrongPassword"]))
    }

    @Test("a parameter of a challenge is secret if its type is, also if the flow does not read it")
    func secretParameters() throws {
        let question = #"<parameter name="Question" required="true"/>"#
        let others = ["text", "secret", "session"].map { #"<parameter name="\#($0)" type="\#($0)"/>"# }.joined()
        try tool.add(
            "harbour.service.xml", Self.service.replacingOccurrences(of: question, with: question + others))
        let fields = try #require(try data()["fields"] as? [[String: Any]])
        let secrets = fields.filter { $0["secret"] as? Bool == true }.compactMap { $0["path"] as? [String] }
        #expect(secrets.contains(["Details", "secret"]) && secrets.contains(["Details", "session"]))
        #expect(!secrets.contains(["Details", "Question"]) && !secrets.contains(["Details", "text"]))
    }

    @Test("asks have what a form needs, and a value that the flow accepts")
    func asks() throws {
        let data = try data()
        let input = try #require((data["inputs"] as? [[String: Any]])?.first)
        #expect(input["secret"] as? Bool == true)
        #expect(input["sample"] as? String == "<password>")
        let asks = try #require(data["asks"] as? [[String: Any]])
        let solution = try #require(asks.first { $0["name"] as? String == "solution" })
        #expect(solution["pattern"] as? String == "[a-z]{3}")
        #expect((solution["sample"] as? String)?.count == 3)
    }

    @Test("the picture has the elements that the page marks")
    func picture() throws {
        let picture = try #require(try data()["picture"] as? [String: [[Any]]])
        let page = try page()
        let cards = try #require(picture["cards"]).compactMap { $0.first as? String }
        let rows = try #require(picture["rows"])
        #expect(cards.count > 3)
        for id in cards + rows.compactMap({ $0[0] as? String }) + rows.compactMap({ $0[1] as? String }) {
            #expect(page.contains("id=\"\(id)\""), "\(id)")
        }
    }

    @Test("texts come from the file beside the flow")
    func texts() throws {
        try tool.add("enter.texts.json", #"{"de": {"steps": {"RIDDLE": "Rätsel </script>"}}}"#)
        let texts = try #require(try data()["texts"] as? [String: [String: [String: String]]])
        #expect(texts["de"]?["steps"]?["RIDDLE"] == "Rätsel </script>")
        try tool.add("enter.texts.json", "[]")
        let outcome = try tool.run("view", "enter.flow.xml", "-o", "other.html")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("enter.texts.json"))
        for language in ["en_US", "pt-BR", "description", "DE", ""] {
            try tool.add("enter.texts.json", #"{"de": {}, "\#(language)": {}}"#)
            let outcome = try tool.run("view", "enter.flow.xml", "-o", "other.html")
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("enter.texts.json': '\(language)' is not a language: "))
        }
        for (text, reason) in [
            ("1", "'de' is not a JSON object"), (#"{"stepz": {}}"#, "'stepz' of 'de' is not a kind of texts: "),
            (#"{"steps": []}"#, "'steps' of 'de' is not a JSON object "),
            (#"{"steps": {"RIDDLE": 1}}"#, "'RIDDLE' in 'steps' of 'de' is not a text: "),
        ] {
            try tool.add("enter.texts.json", #"{"en": {}, "de": \#(text)}"#)
            let outcome = try tool.run("view", "enter.flow.xml", "-o", "other.html")
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("enter.texts.json': \(reason)"))
        }
    }

    @Test("a flow with an error has no page, but its counterexample has one")
    func counterexample() throws {
        // The second answer sends a session that was already used.
        let faulty = Self.flow.replacingOccurrences(
            of: "<receive name=\"Session\" into=\"session\"/>", with: ""
        ).replacingOccurrences(
            of: "<call id=\"enter\" operation=\"Enter\">",
            with: "<call id=\"enter\" operation=\"Enter\"><receive name=\"Session\" into=\"session\"/>")
        try tool.add("faulty.flow.xml", faulty)
        #expect(try tool.run("view", "faulty.flow.xml", "-o", "faulty.html").code == 1)
        #expect(try !tool.files.contains("faulty.html"))
        let outcome = try tool.run("check", "faulty.flow.xml", "--view", "pages")
        #expect(outcome.code == 1)
        let path = tool.folder.appendingPathComponent("pages/1-stale-session.html")
        let page = try String(contentsOf: path, encoding: .utf8)
        let walk = try #require(page.components(separatedBy: #""walk":{"#).last)
        #expect(walk.components(separatedBy: #"{"submit":"#).count >= 3, "\(walk.prefix(600))")
    }

    @Test("a trace has the outputs of the flow")
    func trace() throws {
        try tool.add(
            "enter.scenario.xml",
            """
            <scenarios flow="enter.flow.xml">
              <scenario name="refused"><start>{}</start><refused code="missing-parameter"/></scenario>
            </scenarios>
            """)
        let outcome = try tool.run("test", "enter.scenario.xml", "--trace")
        #expect(outcome.code == 0)
        #expect(outcome.lines.first == #"{"scenario":"refused","file":"enter.scenario.xml"}"#)
        #expect(outcome.lines.last?.hasPrefix(#"{"refused":{"code":"missing-parameter""#) == true)
    }

    @Test("a file that is no scenario file of the flow, or has errors, is refused")
    func otherKindOfFile() throws {
        try tool.add("broken.scenario.xml", "<scenarios flow=\"enter.flow.xml\">")
        for (name, flow, scenario) in [
            ("json", "enter", "name=\"a\"><start>{a</start>"), ("after", "enter", "name=\"a\" after=\"b\">"),
            ("other", "leave", "name=\"a\"><start/>"),
        ] {
            try tool.add(
                "\(name).scenario.xml",
                "<scenarios flow=\"\(flow).flow.xml\"><scenario \(scenario)</scenario></scenarios>")
        }
        try tool.add("leave.flow.xml", Self.flow.replacingOccurrences(of: "name=\"enter\"", with: "name=\"leave\""))
        for (file, reason) in [
            ("enter.flow.xml", "is a flow, but the page needs scenario files"),
            ("harbour.service.xml", "is a service description, but the page needs scenario files"),
            ("broken.scenario.xml", "has errors, which 'flowc check' shows"),
            ("json.scenario.xml", "has errors, which 'flowc check' shows"),
            ("after.scenario.xml", "has errors, which 'flowc check' shows"),
            ("other.scenario.xml", "tests 'leave.flow.xml', but the page needs scenarios of 'enter.flow.xml'"),
        ] {
            let outcome = try tool.run("view", "enter.flow.xml", "-o", "enter.html", "--scenarios", file)
            #expect(outcome.code == 1 && outcome.errors == "flowc: '\(file)' \(reason)\n")
        }
        #expect(try !tool.files.contains("enter.html"))
    }
}

import Foundation
import Testing

@Suite("flowc check and explain")
struct CheckingTests {
    private static let allow = "<?flowc allow=\"dead-branch\" because=\"old pools\"?>"

    private func flow(_ before: String) -> String {
        """
        <flow name="tour" start="begin">
          <data><fact name="is-guest is-known"/></data>
          <choice id="begin">
            <go to="done" when="is-guest"/>
            \(before)<go to="done" when="is-guest and is-known"/>
            <otherwise to="done"/>
          </choice>
          <end id="done"/>
        </flow>
        """
    }

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.add("dead.xml", flow(""))
        try tool.add("silent.xml", flow(Self.allow))
        try tool.add(
            "unneeded.xml", flow(Self.allow).replacingOccurrences(of: "is-guest and is-known", with: "is-known"))
        return tool
    }

    @Test("exit codes say what was found")
    func exitCodes() throws {
        let tool = try tool()
        #expect(try tool.run("check", "dead.xml").code == 1)
        #expect(try tool.run("check", "silent.xml").code == 0)
        #expect(try tool.run("check", "silent.xml", "--warnings-as-errors").code == 0)
        #expect(try tool.run("check", "unneeded.xml").code == 0)
        #expect(try tool.run("check", "unneeded.xml", "--warnings-as-errors").code == 1)
        #expect(try tool.run("check", "unneeded.xml", "--severity", "unused-suppression=error").code == 1)
        #expect(try tool.run("check", "unneeded.xml", "--severity", "unused-suppression=ignored").output.isEmpty)
        #expect(try tool.run("check", "dead.xml", "--severity", "dead-branch=warning").code == 0)
        #expect(try tool.run("check", "dead.xml", "gone.xml").code == 2)
        #expect(try tool.run("compile", "silent.xml", "-o", "a.flow").code == 0)
        #expect(try tool.run("compile", "dead.xml", "-o", "b.flow").code == 1)
        #expect(try tool.run("compile", "unneeded.xml", "-o", "c.flow", "--warnings-as-errors").code == 1)
        #expect(try tool.files == ["a.flow", "dead.xml", "silent.xml", "unneeded.xml"])
    }

    @Test("wrong use is told with near names")
    func wrongUse() throws {
        let tool = try tool()
        for arguments in [
            ["--severity", "dead-brnch=warning"], ["--severity", "dead-branch=fatal"], ["--format", "xml"],
            ["--severity", "unknown-target=warning"], ["--severity", "not-well-formed=ignored"],
            ["--severity", "dead-branch=ignored"],
        ] {
            let outcome = try tool.run("check", "dead.xml", arguments[0], arguments[1])
            #expect(outcome.code == 64)
            #expect(outcome.output.isEmpty)
        }
        #expect(try tool.run("check", "dead.xml", "--severity", "dead-brnch=warning").errors.contains("'dead-branch'"))
        #expect(try tool.run("check", "dead.xml", "--json", "--format", "sarif").code == 64)
        #expect(try tool.run("check", "dead.xml", "--format", "sarif", "--pages", "here").code == 64)
        #expect(try tool.run("explain", "dead-brnch").errors.contains("'dead-branch'"))
    }

    @Test("the formats tell the same findings")
    func formats() throws {
        let tool = try tool()
        let plain = try tool.run("check", "dead.xml", "unneeded.xml")
        #expect(try tool.run("check", "dead.xml", "unneeded.xml", "--format", "terminal").output == plain.output)
        let json = try tool.run("check", "dead.xml", "unneeded.xml", "--format", "json")
        #expect(try tool.run("check", "dead.xml", "unneeded.xml", "--json").output == json.output)
        let objects = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        let results = try sarif(tool.run("check", "dead.xml", "unneeded.xml", "--format", "sarif")).results
        #expect(objects.count == 2)
        #expect(results.map { $0["ruleId"] as? String } == objects.map { $0["code"] as? String })
        #expect(results.map { $0["level"] as? String } == objects.map { $0["severity"] as? String })
        #expect(results.map { region($0)["startColumn"] } == objects.map { $0["column"] as? Int })
        #expect(results.map { region($0)["endColumn"] } == objects.map { $0["endColumn"] as? Int })
        #expect(results.map { region($0)["startLine"] } == objects.map { $0["line"] as? Int })
    }

    @Test("SARIF has what was silenced, with the reason, and the page of each rule")
    func silencedInSARIF() throws {
        let tool = try tool()
        let outcome = try tool.run(
            "check", "silent.xml", "silent.xml", "--format", "sarif", "--pages", "https://x.org/d")
        #expect(outcome.code == 0)
        let log = try sarif(outcome)
        let suppressions = try #require(log.results.first?["suppressions"] as? [[String: Any]])
        #expect(log.results.count == 1)
        #expect(suppressions.map { $0["kind"] as? String } == ["inSource"])
        #expect(suppressions.map { $0["justification"] as? String } == ["old pools"])
        #expect(log.rules.map { $0["helpUri"] as? String } == ["https://x.org/d/dead-branch.md"])
        let help = log.rules.first?["help"] as? [String: String]
        #expect(help?["markdown"] == (try tool.run("explain", "dead-branch").output))
    }

    @Test("a file that cannot be read leaves a log that says so")
    func incompleteSARIF() throws {
        let outcome = try tool().run("check", "gone.xml", "dead.xml", "--format", "sarif")
        #expect(outcome.code == 2)
        #expect(try sarif(outcome).results.count == 1)
        #expect(outcome.output.contains("\"executionSuccessful\": false"))
    }

    @Test("a page is printed without the remarks for its authors")
    func explain() throws {
        let tool = try tool()
        let page = try tool.run("explain", "dead-branch")
        #expect(page.code == 0)
        for part in ["# dead-branch\n", "## Bad\n", "## Good\n", "error: this branch of choice"] {
            #expect(page.output.contains(part), "\(part)")
        }
        #expect(try tool.run("explain", "[dead-branch]").output == page.output)
        let large = try tool.run("explain", "file-too-large").output
        #expect(large.hasPrefix("# file-too-large\n"))
        #expect(!large.contains("<!--"))
        #expect(large.hasSuffix(".\n"))
    }

    @Test("a named file that is a folder is file-unreadable")
    func unreadable() throws {
        let tool = try tool()
        try tool.add("a.xml", "<flow name=\"a\" service=\".\" start=\"done\">\n<end id=\"done\"/></flow>")
        let outcome = try tool.run("check", "a.xml")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("a.xml:1:25: error: "))
        #expect(outcome.output.contains("[file-unreadable]"))
    }

    private func sarif(_ outcome: Tool.Outcome) throws -> (results: [[String: Any]], rules: [[String: Any]]) {
        let log = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let driver = (run["tool"] as? [String: [String: Any]])?["driver"]
        return (try #require(run["results"] as? [[String: Any]]), try #require(driver?["rules"] as? [[String: Any]]))
    }

    private func region(_ result: [String: Any]) -> [String: Int] {
        let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        return location?["region"] as? [String: Int] ?? [:]
    }
}

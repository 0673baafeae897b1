import Foundation
import TestSupport
import Testing

@Suite("flowc lambda")
struct LambdaCommandTests {
    private static let service = """
        <service name="tower" answer="Answer">
          <reply name="auth" challenge="Challenge" success="Tokens"><output name="Session" type="session"/></reply>
          <operation name="Enter" reply="auth"/>
          <operation name="Answer" reply="auth" responses="Responses">
            <input name="Method" variant="true"/>
            <input name="Session" type="session"/>
          </operation>
          <challenge name="RIDDLE" proves="wit"><response name="Solution" required="true"/></challenge>
        </service>

        """

    private func flow(_ rounds: String) -> String {
        """
        <flow name="enter" service="tower.service.xml" start="enter">
          \(rounds)
          <call id="enter" operation="Enter"/>
          <challenge name="RIDDLE">
            <ask name="solution"/>
            <send name="Solution" from="solution"/>
            <send name="Session" from="Session"/>
          </challenge>
          <on event="success" to="inside"/>
          <on event="invalid cancel" to="outside"/>
          <on error="*" to="outside"/>
          <end id="inside"/>
          <end id="outside"/>
        </flow>

        """
    }

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.add("tower.service.xml", Self.service)
        return tool
    }

    @Test("a flow without rounds is a finding, with a way out, and nothing is written")
    func missingRounds() throws {
        let tool = try tool()
        try tool.add("enter.flow.xml", flow(""))
        let outcome = try tool.run("lambda", "enter.flow.xml", "-o", "index.js")
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("enter.flow.xml:1:2: error: "))
        #expect(outcome.errors.contains("[missing-rounds]"))
        #expect(outcome.errors.contains("help: "))
        #expect(outcome.output.isEmpty)
        #expect(try tool.files == ["enter.flow.xml", "tower.service.xml"])
        #expect(try tool.run("explain", "missing-rounds").output.hasPrefix("# missing-rounds\n"))
    }

    @Test("a flow with errors writes nothing; wrong use and files that cannot be used have their codes")
    func errors() throws {
        let tool = try tool()
        try tool.add("enter.flow.xml", flow("<rounds><round challenge=\"RIDLE\"/></rounds>"))
        let wrong = try tool.run("lambda", "enter.flow.xml", "-o", "index.js")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("'RIDDLE'"))
        #expect(try tool.run("lambda", "tower.service.xml").code == 1)
        #expect(try tool.run("lambda").code == 64)
        #expect(try tool.run("lambda", "a.xml", "b.xml").code == 64)
        #expect(try tool.run("lambda", "gone.xml").code == 2)
        try tool.add("enter.flow.xml", flow("<rounds><round challenge=\"RIDDLE\"/></rounds>"))
        #expect(try tool.run("lambda", "enter.flow.xml", "-o", "tower.service.xml/index.js").code == 2)
        #expect(try tool.files == ["enter.flow.xml", "tower.service.xml"])
    }

    @Test("the script goes to standard output or a file, as CommonJS or as a module")
    func output() throws {
        let tool = try tool()
        let text = flow("<rounds><round challenge=\"RIDDLE\" tries=\"3\"/></rounds>")
        try tool.add("enter.flow.xml", text)
        let script = try tool.run("lambda", "enter.flow.xml")
        #expect(script.code == 0)
        #expect(script.errors.isEmpty)
        #expect(script.output.contains("{ name: 'RIDDLE', tries: 3 },"))
        #expect(script.output.contains("\nexports.handler = async (event) => {"))
        #expect(try tool.run("lambda", "-", input: text).output == script.output)
        #expect(try tool.run("lambda", "enter.flow.xml", "-o", "index.js").output.isEmpty)
        let written = try String(contentsOf: tool.folder.appendingPathComponent("index.js"), encoding: .utf8)
        #expect(written == script.output)
        let module = try tool.run("lambda", "enter.flow.xml", "--module")
        #expect(module.code == 0)
        #expect(module.output.contains("\nexport const handler = async (event) => {"))
        #expect(!module.output.contains("exports"))
        // The name of the output says the kind of module, as it does to Node.js.
        #expect(try tool.run("lambda", "enter.flow.xml", "-o", "index.mjs").code == 0)
        let named = try String(contentsOf: tool.folder.appendingPathComponent("index.mjs"), encoding: .utf8)
        #expect(named == module.output)
        #expect(try tool.run("lambda", "enter.flow.xml", "--module", "-o", "index.cjs").code == 64)
    }

    @Test("help shows examples, and completions know the command")
    func help() throws {
        let tool = try Tool()
        #expect(try tool.run("lambda", "--help").output.contains("flowc lambda passwordless.flow.xml"))
        #expect(try tool.run("--generate-completion-script", "bash").output.contains("lambda"))
    }
}

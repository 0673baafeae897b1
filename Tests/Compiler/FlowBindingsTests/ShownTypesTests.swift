import FlowCompiler
import FlowCore
import FlowIR
import FlowRuntime
import FlowTable
import FlowTesting
import Testing

/// One name that the nodes of a step show with different types.
@Suite("Types of shown values") struct ShownTypesTests {
    private let flow = InlineFlow(
        """
        <flow name="case" start="first">
          <data>
            <input name="items" type="list" required="true"/>
            <input name="code" type="digits" required="true"/>
            <input name="title" required="true"/>
          </data>
          <step id="first" present="ABOUT">
            <show name="about" from="title"/>
            <show name="hint" from="code"/>
            <show name="list" from="items"/>
            <on event="submit" to="second"/>
          </step>
          <step id="second" present="ABOUT">
            <show name="about" from="items"/>
            <show name="hint" from="title"/>
            <show name="list" from="items"/>
            <on event="submit" to="done"/>
          </step>
          <on event="cancel" to="done"/>
          <end id="done"/>
        </flow>
        """)

    @Test("a list in one node and a text in another is a text that may be absent; two kinds of text are one")
    func interface() throws {
        let shown = try flow.interface.steps.map { step in
            step.shown.map { value -> String in
                value.name + ": " + value.type.name + (value.isOptional ? "?" : "")
            }
        }
        #expect(shown == [["about: text?", "hint: text", "list: list"]])
    }

    @Test("what the interface says of both nodes is so when the flow runs") func run() throws {
        var record = ClaimRecord(try flow.interface)
        var driver = FlowDriver(try flow.table, handlers: nil)
        let inputs: JSONValue = ["items": ["a", "b"], "code": "123", "title": "x"]
        for output in driver.apply({ $0.start(inputs) }) { record.check(output) }
        for output in driver.apply({ $0.submit(.object([])) }) { record.check(output) }
        #expect(record.steps == ["ABOUT", "ABOUT"])
        #expect(record.violations == [])
        #expect(record.neverAbsent == [])
    }
}

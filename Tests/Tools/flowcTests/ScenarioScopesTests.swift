import Testing

@Suite("Scenarios of flows with scopes and inherited nodes")
struct ScenarioScopesTests {
    private static let service = """
        <service name="s" answer="Answer">
          <reply name="r" challenge="Challenge" success="Tokens"><output name="Token" at="Tokens/T"/></reply>
          <operation name="Begin" reply="r"/>
          <operation name="Answer" reply="r" errors="Wrong">
            <input name="Method" variant="true" required="true"/>
          </operation>
          <challenge name="A"/><challenge name="B"/><challenge name="C"/>
          <errors names="Wrong"/>
        </service>
        """
    private static let base = """
        <flow name="base" service="s.service.xml" abstract="true" start="begin">
          <call id="begin" operation="Begin"/>
          <challenge name="A" present="GIVE_A">
            <ask name="a"/>
            <on event="success" to="done"/>
            <on error="*" to="failed"/>
          </challenge>
          <challenge name="B"><on error="Wrong" to="failed"/></challenge>
          <on event="reply" to="done"/>
          <on event="invalid" to="failed"/>
          <on error="*" to="failed"/>
          <on event="cancel" to="failed"/>
          <on challenge="A" to="A"/>
          <end id="done"/>
          <end id="failed"/>
        </flow>
        """
    private static let style = """
        <flow name="style" extends="base.flow.xml">
          <command name="fail" error="true"/>
          <on event="fail" to="failed"/>
          <challenge name="A" inherit="extend">
            <on event="success" to="done"><notify name="finished"/></on>
            <on error="*" to="failed"/>
            <on challenge="B"><notify name="named"/></on>
            <on challenge="*"><notify name="other"/></on>
            <on event="fail" retry="here"><notify name="told"/></on>
          </challenge>
          <?flowc allow="unbounded-retry" because="the scenarios end"?>
          <on challenge="B" to="B"/>
          <on event="cancel" to="done"/>
          <challenge name="B" inherit="extend"><on error="Wrong" when="present a" to="done"/></challenge>
        </flow>
        """
    private static let asked = """
        <scenario name="asked"><start/><call operation="Begin"/><reply>{"Challenge": "A"}</reply>
          <present step="GIVE_A"/></scenario>
        """
    private static let answered = """
        <scenario name="answered" after="asked"><submit>{"a": "1"}</submit>
          <call operation="Answer">{"Method": "A"}</call></scenario>
        """

    private func test(_ scenarios: String, _ arguments: String = "--uncovered") throws -> Tool.Outcome {
        let tool = try Tool()
        try tool.add("s.service.xml", Self.service)
        try tool.add("base.flow.xml", Self.base)
        try tool.add("style.flow.xml", Self.style)
        try tool.add(
            "a.xml", "<scenarios flow=\"style.flow.xml\">\(Self.asked)\(Self.answered)\(scenarios)</scenarios>")
        return try tool.run("test", "a.xml", arguments)
    }

    @Test("a transition without a target leaves the rest to the next scope, not to the '*' of its own")
    func nextScope() throws {
        let outcome = try test(
            """
            <scenario name="named" after="answered"><reply>{"Challenge": "B"}</reply><notify name="named"/>
              <call operation="Answer">{"Method": "B"}</call></scenario>
            <scenario name="other" after="answered"><reply>{"Challenge": "C"}</reply><notify name="other"/>
              <end outcome="done"/></scenario>
            """)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("4 scenarios, 0 failed"))
    }

    @Test("a transition that an extension writes anew is not counted")
    func replaced() throws {
        let outcome = try test(
            """
            <scenario name="done" after="answered"><reply>{"Tokens": {}}</reply><notify name="finished"/>
              <end outcome="done"/></scenario>
            """)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("not taken: style.flow.xml:6:"))
        #expect(!outcome.output.contains("not taken: base.flow.xml:5:"))
        #expect(!outcome.output.contains("not taken: base.flow.xml:6:"))
    }

    @Test("where the guard of an extension's transition fails, the inherited one decides")
    func guarded() throws {
        let outcome = try test(
            """
            <scenario name="fails"><start/><call operation="Begin"/><reply>{"Challenge": "B"}</reply>
              <call operation="Answer">{"Method": "B"}</call><error type="Wrong"/><end outcome="failed" error="Wrong"/>
              </scenario>
            <scenario name="holds" after="answered"><reply>{"Challenge": "B"}</reply><notify name="named"/>
              <call operation="Answer">{"Method": "B"}</call><error type="Wrong"/><end outcome="done" error="Wrong"/>
              </scenario>
            """)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("not taken: base.flow.xml:8:"))
    }

    @Test("an inherited transition behind one of the extension's own is not counted, a dead one of its own is")
    func shadowed() throws {
        let outcome = try test("")
        #expect(!outcome.output.contains("not taken: base.flow.xml:12:"), "\(outcome.output)")
        #expect(outcome.output.contains("not taken: base.flow.xml:10:"))
        #expect(outcome.output.contains("not taken: style.flow.xml:3:"))
    }

    @Test("a command carries the host's error, and notifications are expected with it")
    func hostError() throws {
        let told = try test(
            """
            <scenario name="with" after="asked"><event name="fail">{"error": {"type": "App", "message": "m"}}</event>
              <notify name="told">{"error": {"type": "App", "message": "m"}}</notify>
              <present step="GIVE_A" error="App"/></scenario>
            <scenario name="without" after="asked"><event name="fail"/>
              <notify name="told">{"error": {"type": "fail"}}</notify>
              <present step="GIVE_A" error="fail"/></scenario>
            """)
        #expect(told.code == 0, "\(told.output)\(told.errors)")
        let wrong = try test(
            """
            <scenario name="untold" after="asked"><event name="fail"/><notify name="told"/></scenario>
            <scenario name="odd" after="asked"><event name="fail">{"eror": {"type": "App"}}</event></scenario>
            <scenario name="typeless" after="asked"><event name="fail">{"error": {"message": "m"}}</event></scenario>
            """)
        #expect(wrong.code == 1)
        #expect(wrong.output.contains("5 scenarios, 3 failed"))
    }
}

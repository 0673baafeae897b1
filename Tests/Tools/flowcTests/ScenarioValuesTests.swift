import Testing

@Suite("Scenarios of values of every type")
struct ScenarioValuesTests {
    private func test(_ data: String, _ choice: String, _ scenarios: String) throws -> Tool.Outcome {
        let tool = try Tool()
        try tool.add(
            "f.flow.xml",
            """
            <flow name="f" start="begin">
              <data>\(data)</data>
              <choice id="begin">\(choice)<otherwise to="other"/></choice>
              <end id="done"/>
              <end id="other"/>
            </flow>
            """)
        try tool.add("f.xml", "<scenarios flow=\"f.flow.xml\">\(scenarios)</scenarios>")
        return try tool.run("test", "f.xml")
    }

    @Test("a default that does not count, or counts where the host says otherwise")
    func defaults() throws {
        let outcome = try test(
            """
            <input name="ways" type="list" default="sms  app"/>
            <input name="isNew" type="flag" default="true"/>
            <input name="isOld" type="flag" default="false"/>
            """,
            "<go to=\"done\" when=\"ways contains app and not (ways contains 'sms app') and isNew and not isOld\"/>",
            """
            <scenario name="nothing"><start/><end outcome="done"/></scenario>
            <scenario name="ways"><start>{"ways": ["sms app"]}</start><end outcome="other"/></scenario>
            <scenario name="not-new"><start>{"isNew": false}</start><end outcome="other"/></scenario>
            <scenario name="old"><start>{"isOld": true}</start><end outcome="other"/></scenario>
            """)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("a map that holds no entry of a name, only such a value")
    func entries() throws {
        let outcome = try test(
            "<input name=\"hints\" type=\"map\"/>", "<go to=\"done\" when=\"hints contains colour\"/>",
            """
            <scenario name="entry"><start>{"hints": {"size": "2", "colour": "red"}}</start><end outcome="done"/></scenario>
            <scenario name="value"><start>{"hints": {"size": "colour"}}</start><end outcome="other"/></scenario>
            <scenario name="part"><start>{"hints": {"colours": "red"}}</start><end outcome="other"/></scenario>
            <scenario name="none"><start/><end outcome="other"/></scenario>
            """)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }
}

import FlowCompiler
import FlowTable
import Testing

/// Secrets that the host answers with. The flow has only a handle in place of a `FlowSecret`, so it cannot compare it.
@Suite("Types of secret answers") struct InspectedSecretTests {
    @Test(
        "a secret that the flow reads is a text, and any other is a secret",
        arguments: [
            ("", "present code", SlotType.secret), ("", "code is x", SlotType.text),
            ("length=\"4\"", "present code", SlotType.text), ("pattern=\"a+\"", "present code", SlotType.text),
            ("offered=\"codes\"", "present code", SlotType.text), ("meant=\"m\"", "present m", SlotType.secret),
            ("meant=\"m\"", "m is x", SlotType.text),
        ])
    func types(_ attributes: String, _ condition: String, _ type: SlotType) throws {
        let flow = InlineFlow(
            """
            <flow name="case" start="ask">
              <data><input name="codes" type="list" required="true"/><value name="m" type="secret"/></data>
              <step id="ask"><ask name="code" type="secret" \(attributes)/><on event="submit" to="next"/></step>
              <choice id="next"><go to="done" when="\(condition)"/><otherwise to="failed"/></choice>
              <on event="cancel" to="failed"/>
              <end id="done"/><end id="failed"/>
            </flow>
            """)
        let answers = try flow.interface.steps.flatMap { $0.answers ?? [] }
        #expect(answers.map(\.type) == [type])
        #expect(answers.map(\.rule.type) == [.secret], "a form shows no secret")
    }
}

import FlowDiagrams
import Testing

/// A diagram shows the transitions that can be taken, also those that lead back to the beginning of their node.
@Suite("Which transitions a diagram draws")
struct DrawnTransitionTests {
    /// Returns the transitions that the picture of a flow says, except `cancel`.
    private static func facts(_ nodes: String, from node: String) -> [String] {
        let compilation = Drawn.compiled(
            text: """
                <flow name="f" start="ask">
                  <data><input name="name"/><counter name="rounds"/></data>
                  <handler name="look"><needs name="word"/><gives name="found" type="flag"/></handler>
                  \(nodes)
                  <on event="cancel" to="left"/>
                  <end id="done"/><end id="left"/>
                </flow>
                """)
        let facts = [DiagramOptions.Detail.steps, .all].map { detail in
            let chart = MermaidWriter.mermaid(compilation, options: DiagramOptions(detail: detail))
            return MermaidReader(chart).facts().filter { $0.from == node && $0.event != "cancel" }
        }
        #expect(facts[0] == facts[1])
        return facts[0].map(\.description).sorted()
    }

    @Test("a transition is not drawn if the guards before it cover all data")
    func exhaustiveGuards() {
        let nodes = """
            <step id="ask">
              <on event="submit" when="present name" to="more"/>
              <on event="submit" when="not present name" to="left"/>
            </step>
            <step id="more"/>
            <on event="submit" to="done"/>
            """
        let expected = ["ask: submit if not present name → left", "ask: submit if present name → more"]
        #expect(Self.facts(nodes, from: "ask") == expected)
        #expect(Self.facts(nodes, from: "more") == ["more: submit → done"])
    }
}

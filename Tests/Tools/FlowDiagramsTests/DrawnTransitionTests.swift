import FlowCompiler
import FlowDiagrams
import TestSupport
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

    @Test("a selection leads back to its step")
    func repeatedSelection() {
        let nodes = """
            <step id="ask">
              <count counter="rounds"/>
              <ask name="choice" type="choice" of="AGAIN STOP"/>
              <on select="AGAIN" when="rounds below 3" to="ask"/>
              <on select="AGAIN" when="not (rounds below 3)" to="left"/>
              <on select="STOP" to="done"/>
            </step>
            """
        let expected = [
            "ask: STOP → done", "ask: submit if choice is AGAIN and not rounds < 3 → left",
            "ask: submit if choice is AGAIN and rounds < 3 → ask",
        ]
        #expect(Self.facts(nodes, from: "ask") == expected)
    }

    @Test("a literal that is not a word of a guard is in quotation marks")
    func literals() {
        let nodes = """
            <step id="ask">
              <ask name="word"/>
              <on event="submit" to="pick"/>
            </step>
            <choice id="pick">
              <go when="word is 'a or present b'" to="done"/>
              <go when="word contains &quot;it's&quot;" to="more"/>
              <go when="word matches '[a-z] [0-9]'" to="ask"/>
              <go when="word is plain-1" to="done"/>
              <otherwise to="left"/>
            </choice>
            <step id="more"><on event="submit" to="ask"/></step>
            """
        #expect(
            Self.facts(nodes, from: "pick") == [
                "pick: if word contains \"it's\" → more", "pick: if word is 'a or present b' → done",
                "pick: if word is plain-1 → done", "pick: if word matches '[a-z] [0-9]' → ask",
                "pick: otherwise → left",
            ])
    }

    @Test("a present flag and a true one are different guards, and a sent key has its name in the flow")
    func flagsAndSentKeys() {
        let service = """
            <service name="s"><operation name="A" errors="lost"><input name="KEY"/></operation>
            <errors names="lost"/></service>
            """
        let flow = """
            <flow name="f" service="s.service.xml" start="pick">
              <data><input name="is-new" type="flag"/></data>
              <choice id="pick">
                <go when="is-new" to="a"/><go when="present is-new" to="left"/><otherwise to="done"/>
              </choice>
              <call id="a" operation="A">
                <send name="KEY" value="1" when="is-new"/>
                <on error="*" when="sent KEY" to="left"/><on error="*" when="not sent KEY" to="done"/>
                <on event="success" when="sent KEY" to="left"/><on event="success" when="not sent KEY" to="done"/>
              </call>
              <on event="cancel invalid" to="left"/>
              <end id="done"/><end id="left"/>
            </flow>
            """
        let loader = MemoryLoader(texts: ["f.flow.xml": flow, "s.service.xml": service])
        let chart = MermaidWriter.mermaid(FlowCompiler.compile(path: "f.flow.xml", loader: loader))
        for lead in [
            "if present is-new → left", "success if sent KEY → left", "any other error if not sent KEY → done",
        ] {
            #expect(chart.contains("<br/>" + lead), "\(lead): \(chart)")
        }
    }

    @Test("a fact with the name 'otherwise' is drawn as a guard")
    func factOtherwise() {
        let compilation = Drawn.compiled(
            text: """
                <flow name="f" start="pick">
                  <data><fact name="otherwise"/></data>
                  <choice id="pick"><go when="otherwise" to="done"/><otherwise to="left"/></choice>
                  <end id="done"/><end id="left"/>
                </flow>
                """)
        let labels = MermaidReader(MermaidWriter.mermaid(compilation)).leads().filter { $0.from == "pick" }.map(\.label)
        #expect(labels.sorted() == ["if otherwise", "otherwise"])
    }

    @Test("only a word of the single choice that a step asks for is drawn as its answer")
    func otherChoices() {
        let nodes = """
            <data><input name="method" type="choice" of="PUSH CODE" default="CODE"/></data>
            <step id="ask">
              <ask name="word"/>
              <on event="submit" when="method is PUSH" to="done"/>
              <on event="submit" when="not (method is PUSH)" to="two"/>
            </step>
            <step id="two">
              <ask name="first" type="choice" of="X Y"/>
              <ask name="second" type="choice" of="X Y"/>
              <on event="submit" when="first is X" to="done"/>
              <on event="submit" when="first is not X and second is X" to="left"/>
              <on event="submit" when="first is not X and second is not X" to="ask"/>
            </step>
            """
        let expected = ["ask: submit if method is PUSH → done", "ask: submit if not method is PUSH → two"]
        #expect(Self.facts(nodes, from: "ask") == expected)
        #expect(
            Self.facts(nodes, from: "two") == [
                "two: submit if first is X → done", "two: submit if not first is X and not second is X → ask",
                "two: submit if not first is X and second is X → left",
            ])
    }

    @Test("an answer leads back to its step by its statements, and in counted attempts")
    func repeatedAnswer() {
        let nodes = """
            <step id="ask">
              <ask name="isSure" type="choice" of="YES NO"/>
              <go to="ask" when="isSure is NO"/>
              <on event="submit" to="code"/>
            </step>
            <step id="code">
              <ask name="code"/>
              <go to="done" when="code matches '[0-9]+'"/>
              <on event="submit" to="code" attempts="3" then="left"/>
            </step>
            """
        #expect(Self.facts(nodes, from: "ask") == ["ask: NO → ask", "ask: submit otherwise → code"])
        let expected = [
            "code: submit after 3 attempts → left", "code: submit if code matches '[0-9]+' → done",
            "code: submit otherwise → code",
        ]
        #expect(Self.facts(nodes, from: "code") == expected)
    }

    @Test("a transition with a guard of its own is not drawn as one of the attempts before it")
    func guardAfterLastAttempt() {
        let nodes = """
            <step id="ask">
              <ask name="word"/>
              <on event="submit" to="pick"/>
            </step>
            <choice id="pick">
              <count counter="rounds"/>
              <go when="word is 'ok'" to="done"/>
              <go when="not (rounds below 3)" to="left"/>
              <go when="word is 'again'" to="ask"/>
              <otherwise to="more"/>
            </choice>
            <step id="more"><on event="submit" to="ask"/></step>
            """
        #expect(
            Self.facts(nodes, from: "pick") == [
                "pick: after 3 attempts → left", "pick: if word is again → ask", "pick: if word is ok → done",
                "pick: otherwise → more",
            ])
    }

    @Test("a transition leads back to its step after a handler")
    func repeatedWork() {
        let nodes = """
            <step id="ask">
              <ask name="word"/>
              <on event="submit" when="word is 'x'" to="search"/>
              <on event="submit" when="not (word is 'x')" to="ask"><handle handler="look"/></on>
            </step>
            <step id="search">
              <ask name="word"/>
              <handle handler="look"/>
              <go to="done" when="found"/>
              <on event="submit" to="search"/>
            </step>
            <on failure="*" to="left"/>
            """
        let failure = "any other failure of look → left"
        let first = ["ask: \(failure)", "ask: submit if not word is x → ask", "ask: submit if word is x → search"]
        #expect(Self.facts(nodes, from: "ask") == first)
        #expect(
            Self.facts(nodes, from: "search") == [
                "search: \(failure)", "search: if found → done", "search: otherwise → search",
            ])
    }
}

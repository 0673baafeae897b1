import FlowDiagrams
import Testing

/// The author may name the nodes of the happy path; otherwise it is the shortest way to a good end.
@Suite("The happy path")
struct HappyPathTests {
    /// Returns the thick edges of a flow in which the user signs in at once, or after reading the rules.
    private static func thickEdges(happyPath: String, detail: DiagramOptions.Detail = .steps) -> Set<String> {
        let compilation = Drawn.compiled(
            text: """
                <flow name="f" start="ask"\(happyPath)>
                  <step id="ask"><ask name="way" type="choice" of="GO READ"/>
                    <on select="GO" to="done"/><on select="READ" to="rules"/></step>
                  <group id="reading">
                    <step id="rules"><on event="submit" to="more"/><on event="back" to="ask"/></step>
                    <step id="more"><on event="submit" to="done"/></step>
                  </group>
                  <on event="cancel" to="left"/>
                  <end id="done"/><end id="left"/>
                </flow>
                """)
        let chart = MermaidReader(MermaidWriter.mermaid(compilation, options: DiagramOptions(detail: detail)))
        return Set(
            chart.edges.filter(\.isThick).map { edge in
                (chart.boxes[edge.from]?.title ?? "") + " " + (chart.boxes[edge.to]?.title ?? "")
            })
    }

    @Test("leads the shortest way to a good end if the author does not name it")
    func shortest() {
        #expect(Self.thickEdges(happyPath: "") == ["start ask", "ask done"])
    }

    @Test("leads through the nodes that the author names, and the shortest way between them")
    func named() {
        let expected: Set = ["start ask", "ask rules", "rules more", "more done"]
        #expect(Self.thickEdges(happyPath: #" happy-path="more done""#) == expected)
        #expect(Self.thickEdges(happyPath: #" happy-path="rules done""#) == expected)
    }

    @Test("leads through the groups of its nodes in an overview")
    func overview() {
        let found = Self.thickEdges(happyPath: #" happy-path="rules more done""#, detail: .overview)
        #expect(found == ["start ask", "ask reading", "reading done"])
    }

    @Test("takes a row that leads back if the author names it")
    func back() {
        let found = Self.thickEdges(happyPath: #" happy-path="rules ask done""#)
        #expect(found == ["start ask", "ask rules", "rules ask", "ask done"])
    }
}

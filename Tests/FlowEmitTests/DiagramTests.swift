import FlowEmit
import FlowModel
import Testing

@Suite("Pictures")
struct DiagramTests {
    private func arrows(_ text: String, _ mark: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains(mark) }
    }

    @Test("each node is one box, each challenge one arrow from the service")
    func boxes() {
        let dot = DotWriter.dot(DiagramFlow.flow)
        let mermaid = MermaidWriter.mermaid(DiagramFlow.flow)
        for node in DiagramFlow.flow.nodes {
            #expect(
                arrows(mermaid, "\"" + node.id).count == 1 || arrows(mermaid, "\"" + node.id + "<br/>").count == 1,
                "\(node.id)")
        }
        #expect(dot.contains("label=\"SMS_MFA\\nCONFIRM_WITH_\\nSMS_MFA\""))
        let key =
            dot.split(separator: "\n").first { $0.contains("label=\"SMS_MFA") }?.split(separator: " ").first ?? "?"
        #expect(arrows(dot, " -> " + key + ";").count + arrows(dot, " -> " + key + " [").count == 1)
        #expect(dot.contains("label=\"service asks\"") && dot.contains("label=\"selected TOTP\""))
        #expect(dot.contains("label=\"otherwise\"") && dot.contains("label=\"way\""))
        #expect(arrows(dot, " -> ").count < 90, "\(arrows(dot, " -> ").count) arrows")
    }

    @Test("errors are folded, drawn one by one, or left out")
    func errors() {
        let folded = arrows(DotWriter.dot(DiagramFlow.flow), "style=dashed, color").count
        let all = arrows(DotWriter.dot(DiagramFlow.flow, options: DiagramOptions(errors: .all)), "style=dashed, color")
            .count
        let none = arrows(
            DotWriter.dot(DiagramFlow.flow, options: DiagramOptions(errors: .none)), "style=dashed, color"
        ).count
        #expect(none == 0 && folded > 0 && folded < all)
        #expect(arrows(MermaidWriter.mermaid(DiagramFlow.flow), "-.->").count == folded)
    }

    @Test("names never end a label or begin an escape")
    func escapes() {
        var flow = DiagramFlow.flow
        flow.nodes[0].id = "a\"]; x [label=\"\\N\n&lt;|`<b>"
        let dot = DotWriter.dot(flow)
        #expect(dot.contains("label=\"a\\\"]; x \\n[label=\\\"\\\\N &amp;lt;|`<b>\\nCONFIRM"))
        #expect(dot.hasPrefix("digraph \"forty \\\"nodes\\\"\" {\n"))
        let mermaid = MermaidWriter.mermaid(flow)
        #expect(mermaid.contains("(\"a#34;#93;#59; x #91;label=#34;#92;N #38;lt#59;#124;#96;#60;b#62;<br/>CONFIRM"))
    }

    @Test("the same flow gives the same picture")
    func determinism() {
        #expect(DotWriter.dot(DiagramFlow.flow) == DotWriter.dot(DiagramFlow.flow))
        #expect(MermaidWriter.mermaid(DiagramFlow.flow) == MermaidWriter.mermaid(DiagramFlow.flow))
    }
}

import FlowEmit
import FlowModel
import TestSupport
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
        // A challenge is a cell of the service's table; no arrow leads there.
        let cells = dot.ranges(of: "<B>SMS_MFA</B>").count
        #expect(cells == 1 && dot.contains("<B>SMS_MFA</B><BR/>CONFIRM_WITH_SMS_MFA</TD>"))
        #expect(dot.contains(">service replies</TD>") && dot.contains("<I>success</I>"))
        #expect(arrows(mermaid, "[[\"service replies\"]]").count == 1)
        #expect(arrows(mermaid, "|\"selected TOTP\"|").count == 1 && dot.contains("selected"))
        #expect(mermaid.contains("|\"otherwise\"|") && mermaid.contains("|\"way\"|"))
        #expect(arrows(dot, " -> ").count < 60, "\(arrows(dot, " -> ").count) arrows")
    }

    @Test("errors are folded, drawn one by one, or left out")
    func errors() {
        func count(_ errors: DiagramOptions.Errors) -> Int {
            arrows(MermaidWriter.mermaid(DiagramFlow.flow, options: DiagramOptions(errors: errors)), "-.->").count
        }
        #expect(count(.none) == 0 && count(.folded) > 0 && count(.folded) < count(.all))
        let folded = DotWriter.dot(DiagramFlow.flow)
        #expect(
            folded.contains(">errors, cancel</TD>")
                && folded.contains("<I>cancel</I><BR/><I>time limit</I><BR/><B>cancelled</B>"))
        let all = DotWriter.dot(DiagramFlow.flow, options: DiagramOptions(errors: .all))
        #expect(arrows(all, "style=dashed").count > arrows(folded, "style=dashed").count)
        #expect(!DotWriter.dot(DiagramFlow.flow, options: DiagramOptions(errors: .none)).contains("style=dashed"))
    }

    @Test("what leads the same way is one table with one arrow in and one out")
    func groups() {
        var flow = DiagramFlow.flow
        guard let start = flow.states.indices.last else { return }
        // Two more ends, reached from the start alone, under a guard each.
        flow.nodes += [Node(id: "left", kind: .end), Node(id: "right", kind: .end)]
        let count = flow.states.count
        for node in [flow.nodes.count - 2, flow.nodes.count - 1] {
            let ending = Ending(outcome: flow.nodes[node].id, step: "", shows: [])
            flow.states.append(State(name: flow.nodes[node].id, node: node, kind: .end(ending), transitions: [:]))
        }
        flow.states[start].transitions[5] = Block([
            .when(.equals(2, "L", ignoringCase: false), Block([.jump(count)])), .jump(count + 1),
        ])
        let dot = DotWriter.dot(flow)
        let table = arrows(dot, "<I>way = L</I><BR/><B>left</B>")
        #expect(table.count == 1 && table.first?.contains("<I>otherwise</I><BR/><B>right</B>") == true)
        let key = table.first?.split(separator: " ").first ?? "?"
        #expect(arrows(dot, " -> " + key + ";").count == 1)
    }

    @Test("a long guard is cut; the whole of it is the tooltip")
    func longGuards() {
        var flow = DiagramFlow.flow
        let word = String(repeating: "x", count: 70)
        guard let choice = flow.states.firstIndex(where: { $0.name == "is-known" }) else { return }
        flow.states[choice].kind = .choice(
            Block([.when(.equals(2, word, ignoringCase: false), Block([.jump(13)])), .jump(16)]))
        let dot = DotWriter.dot(flow)
        #expect(dot.contains("xxx…\"") && dot.contains("tooltip=\"way = " + word + "\""))
    }

    @Test("names never end a label or begin an escape")
    func escapes() {
        var flow = DiagramFlow.flow
        let name = "a\"]; x [label=\"\\N\n&lt;|`<b>"
        flow.nodes[0].id = name
        let dot = DotWriter.dot(flow)
        #expect(dot.contains("<B>a&quot;]; x</B><BR/><B>[label=&quot;\\\\N &amp;lt;|`&lt;b&gt;</B>"))
        #expect(dot.hasPrefix("digraph \"forty \\\"nodes\\\"\" {\n"))
        guard let alone = flow.nodes.firstIndex(where: { $0.id == "has-device" }) else { return }
        flow.nodes[alone].id = name
        #expect(DotWriter.dot(flow).contains("label=\"a\\\"]; x\\n[label=\\\"\\\\N &amp;lt;|`<b>\""))
        let mermaid = MermaidWriter.mermaid(flow)
        #expect(mermaid.contains("(\"a#34;#93;#59; x #91;label=#34;#92;N #38;lt#59;#124;#96;#60;b#62;<br/>CONFIRM"))
    }

    @Test("the same flow gives the same picture")
    func determinism() {
        #expect(DotWriter.dot(DiagramFlow.flow) == DotWriter.dot(DiagramFlow.flow))
        #expect(MermaidWriter.mermaid(DiagramFlow.flow) == MermaidWriter.mermaid(DiagramFlow.flow))
    }
}

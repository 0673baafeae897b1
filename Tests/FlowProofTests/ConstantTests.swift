import FlowCompiler
import FlowDiagnostics
import Testing

/// What a machine keeps otherwise than it was asked for is followed: constants, and what is meant of an offer.
@Suite struct ConstantTests {
    /// The flow writes to a constant what no start can give; the next start leaves it so.
    @Test func aConstantKeepsWhatTheFlowWrote() {
        let nodes = """
            <choice id="first"><go to="login" when="mode is odd and not present u"/>
            <go to="ask" when="not present u"/><otherwise to="login"/></choice>
            <step id="ask"><on event="submit" to="done"><set name="mode" value="odd"/></on></step>
            """
        let data = #"<input name="mode" constant="true" pattern="e[a-z]*" required="false"/><input name="u"/>"#
        #expect(codes(data, nodes, start: "first") == ["missing-value"])
        let unwritten = nodes.replacing("<set name=\"mode\" value=\"odd\"/>", with: "")
        #expect(codes(data, unwritten, start: "first") == ["dead-branch"])
    }

    /// What is chosen in another case is stored as it was offered, in whatever form.
    @Test func anOfferInAnotherCaseHasAnyForm() {
        let nodes = """
            <step id="ask"><ask name="o" type="list"/><ask name="u" required="false"/><on event="submit" to="pick"/></step>
            <step id="pick"><ask name="x" pattern="[a-z]+" ignore-case="true" offered="o" meant="y"/>
            <on event="submit" to="ch"/></step>
            <choice id="ch"><go to="fine" when="y matches '[a-z]+'"/><otherwise to="login"/></choice>
            <step id="fine"><on event="submit" to="login" when="present u"/>
            <on event="submit" when="not present u" to="done"/></step>
            """
        let data = #"<value name="o" type="list"/><value name="y"/><value name="u"/>"#
        #expect(codes(data, nodes, start: "ask") == ["missing-value"])
    }

    private func codes(_ data: String, _ nodes: String, start: String) -> [String] {
        let text = """
            <flow name="f" service="s.service.xml" start="\(start)">
            <data>\(data)</data>
            \(nodes)
            <call id="login" operation="Login"><send name="User" from="u"/>
            <on event="success" to="done"/><on error="*" to="done"/><on event="invalid" to="done"/></call>
            <on event="cancel" to="done"/>
            <end id="done"/>
            </flow>
            """
        let service = """
            <service name="s"><operation name="Login"><input name="User" required="true"/></operation></service>
            """
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", service)])
        return compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
    }
}

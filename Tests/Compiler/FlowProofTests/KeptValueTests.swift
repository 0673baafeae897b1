import FlowCompiler
import FlowDiagnostics
import Testing

/// What a machine keeps otherwise than one would think is followed: constants, offers, and values of one name.
@Suite struct KeptValueTests {
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

    /// Two asks that store under one name: the one that is not answered clears what the other one gave.
    @Test func theLastAskOfANameCounts() {
        let step = """
            <step id="ask"><ask name="pick" type="choice" of="a b" meant="u"/><ask name="u" required="false"/>
            <on event="submit" to="login"/></step>
            """
        #expect(codes(#"<value name="u"/>"#, step, start: "ask") == ["missing-value"])
        let turned = """
            <step id="ask"><ask name="u" required="false"/><ask name="pick" type="choice" of="a b" meant="u"/>
            <on event="submit" to="login"/></step>
            """
        #expect(codes(#"<value name="u"/>"#, turned, start: "ask") == [])
    }

    /// Two ports of a handler that are stored under one name.
    @Test func theLastPortOfANameCounts() {
        func step(_ ports: String) -> String {
            """
            <handler name="h"><gives name="one"/><gives name="two" required="false"/></handler>
            <step id="work"><handle handler="h">\(ports)</handle><on event="submit" to="login"/></step>
            <on failure="*" to="done"/>
            """
        }
        let both = #"<take name="one" into="u"/><take name="two" into="u"/>"#
        #expect(codes(#"<value name="u"/>"#, step(both), start: "work") == ["missing-value"])
        let one = #"<take name="one" into="u"/><take name="two" into="v"/>"#
        #expect(codes(#"<value name="u"/><value name="v"/>"#, step(one), start: "work") == [])
    }

    /// Two values of a reply that are stored under one name.
    @Test func theLastReceivedOfANameCounts() {
        let call = """
            <call id="get" operation="Get"><receive name="A" into="u" required="true"/><receive name="B" into="u"/>
            <on event="success" to="login"/><on error="*" to="done"/><on event="invalid" to="done"/></call>
            """
        #expect(codes(#"<value name="u"/>"#, call, start: "get") == ["missing-value"])
    }

    /// An end has no last step, whatever was presented before it.
    @Test func anEndHasNoLastStep() {
        let nodes = """
            <step id="ask"><ask name="u" required="false"/><on event="submit" to="over" when="not present u"/>
            <on event="submit" to="login" when="present u"/></step>
            <end id="over"><on event="again" retry="last-step" otherwise="login"/></end>
            <command name="again"/>
            """
        #expect(codes(#"<value name="u"/>"#, nodes, start: "ask") == ["missing-value"])
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
            <service name="s"><operation name="Get"><output name="A"/><output name="B"/></operation>
            <operation name="Login"><input name="User" required="true"/></operation></service>
            """
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", service)])
        return compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
    }
}

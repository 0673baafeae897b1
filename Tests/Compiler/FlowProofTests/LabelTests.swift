import FlowCompiler
import FlowDiagnostics
import Testing

/// What the service grants is granted wherever it is passed on to, and nobody sees it before a proof.
@Suite struct LabelTests {
    /// A flow that begins as a guest, and gets tokens.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        /// The nodes behind the guest's request.
        let nodes: String
        var inCall = ""
        var isFound = true

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "shown as it is", nodes: #"<choice id="next"><otherwise to="done"/></choice>"# + show("Access")),
        Case(
            name: "set",
            nodes: #"<choice id="next"><set name="a" from="Access"/><otherwise to="done"/></choice>"#
                + show("a")),
        Case(
            name: "standing in for another",
            nodes: #"<choice id="next"><set name="a" from="user" else="Access"/><otherwise to="done"/></choice>"#
                + show("a")),
        Case(
            name: "in what it lies in", nodes: #"<choice id="next"><otherwise to="done"/></choice>"# + show("All")),
        Case(
            name: "received under another name",
            nodes: #"<choice id="next"><otherwise to="done"/></choice>"#
                + show("a"),
            inCall: #"<receive name="Access" into="a"/>"#),
        Case(
            name: "merged",
            nodes: #"<choice id="next"><merge name="m" from="All"/><otherwise to="done"/></choice>"# + show("m")),
        Case(
            name: "told",
            nodes: #"<choice id="next"><notify name="n"><show name="t" from="Access" disclose="true"/>"#
                + #"</notify><otherwise to="done"/></choice><end id="done"/>"#),
        Case(
            name: "offered",
            nodes: #"<step id="next"><ask name="c" type="choice" offered="List"/><on event="submit" to="done"/></step>"#
                + #"<end id="done"/>"#),
        Case(
            name: "made by a handler",
            nodes: #"<choice id="next"><handle handler="h"><pass name="in" from="Access"/></handle>"#
                + #"<otherwise to="done"/></choice>"# + show("made")),
        Case(
            name: "through a sub-flow",
            nodes: #"<use id="next" flow="sub"><pass name="in" from="Access"/><take name="out" into="a"/>"#
                + #"<on outcome="*" to="done"/></use>"# + show("a")),
        Case(
            name: "kept over a restart",
            nodes: #"<choice id="next"><set name="a" from="Access"/><otherwise to="ask"/></choice>"#
                + #"<step id="ask"><on event="submit" restart="done" keep="a"/></step>"# + show("a")),
        Case(
            name: "what was not granted", nodes: #"<choice id="next"><otherwise to="done"/></choice>"# + show("Note"),
            isFound: false),
        Case(
            name: "overwritten",
            nodes: #"<choice id="next"><set name="a" from="Access"/><set name="a" from="user"/>"#
                + #"<otherwise to="done"/></choice>"# + show("a"),
            isFound: false),
        Case(
            name: "told by a reply that proves nothing",
            nodes: #"<call id="next" operation="Login" variant="GUEST"><send name="User" from="user"/>"#
                + tellingSuccess("done") + #"</call><end id="done"/>"#),
        Case(
            name: "told by the proof itself", nodes: proof(tellingSuccess("done")) + #"<end id="done"/>"#,
            isFound: false),
        Case(
            name: "told by the same challenge again",
            nodes: proof(
                #"<on event="success" to="done"/><on challenge="CODE" to="failed"><notify name="n">"#
                    + #"<show name="t" from="a" disclose="true"/></notify></on>"#
            )
            .replacing(#"<choice id="next">"#, with: #"<choice id="next"><set name="a" from="Access"/>"#)
                + #"<end id="done"/>"#),
        Case(
            name: "cleared",
            nodes: #"<choice id="next"><set name="b" from="Access"/><clear name="b"/><otherwise to="done"/></choice>"#
                + show("b"),
            isFound: false),
        Case(
            name: "overwritten by the tries that are left",
            nodes: #"<choice id="next"><set name="b" from="Access"/><otherwise to="ask"/></choice>"#
                + #"<call id="ask" operation="Login" variant="GUEST"><show name="t" from="b" disclose="true"/>"#
                + #"<ask name="x"/><send name="User" from="x"/>"#
                + #"<on error="*" retry="here" attempts="3" left="b" then="failed"/><on event="success" to="done"/></call>"#
                + #"<end id="done"/>"#,
            isFound: false),
        Case(
            name: "asked for anew",
            nodes: #"<choice id="next"><set name="a" from="Access"/><otherwise to="ask"/></choice>"#
                + #"<step id="ask"><ask name="a" type="secret"/><on event="submit" to="done"/></step>"# + show("a"),
            isFound: false),
        Case(
            name: "behind a proof", nodes: proof(#"<on event="success" to="done"/>"#) + show("Access"), isFound: false),
        Case(
            name: "behind the same challenge again",
            nodes: proof(#"<on event="success" to="over"/>"#, again: "done") + show("Access")
                + #"<end id="over"/>"#),
    ]

    @Test(arguments: cases)
    func labelsFlow(_ example: Case) {
        let compilation = FlowCompiler.compile([
            ("f.flow.xml", Self.flow(example)), ("s.service.xml", Self.service), ("sub.flow.xml", Self.sub),
        ])
        let codes = compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
        #expect(codes.filter { $0 == "unproven-tokens" }.count == (example.isFound ? 1 : 0))
        #expect(example.isFound || codes.isEmpty, "\(compilation.diagnostics.map(\.message))")
    }

    // MARK: Files

    private static func show(_ name: String) -> String {
        #"<end id="done"><show name="t" from="\#(name)" disclose="true"/></end>"#
    }

    private static func tellingSuccess(_ target: String) -> String {
        #"<on event="success" to="\#(target)"><notify name="n"><show name="t" from="Access" disclose="true"/></notify></on>"#
    }

    private static func proof(_ transition: String, again: String = "prove") -> String {
        #"<choice id="next"><otherwise to="first"/></choice>"#
            + #"<call id="first" operation="Login" variant="NAMED"><send name="User" from="user"/>"#
            + #"<on event="success" to="failed"/></call>"#
            + #"<challenge name="CODE"><go to="\#(again == "prove" ? "failed" : again)" when="present m"/>"#
            + #"<set name="b" value="1"/><merge name="m" from="Met"/><ask name="x"/><send name="Code" from="x"/>"#
            + transition + "</challenge>"
    }

    private static func flow(_ example: Case) -> String {
        """
        <flow name="f" service="s.service.xml" start="guest"><import file="sub.flow.xml"/>
        <data><input name="user" required="true"/><value name="a" type="secret"/><value name="b"/>
        <value name="m" type="map"/></data>
        <handler name="h"><needs name="in" type="secret"/><gives name="made"/></handler>
        <call id="guest" operation="Login" variant="GUEST"><send name="User" from="user"/>\(example.inCall)
        <on event="success" to="next"/></call>
        \(example.nodes)
        <on event="invalid cancel" to="failed"/><on error="*" to="failed"/><on failure="*" to="failed"/>
        <end id="failed"/>
        </flow>
        """
    }

    private static let sub = """
        <flow name="sub" service="s.service.xml" start="copy">
        <data><input name="in" type="secret"/><value name="out" type="secret"/></data>
        <choice id="copy"><set name="out" from="in"/><otherwise to="end"/></choice>
        <end id="end"/>
        </flow>
        """

    private static let service = """
        <service name="s" answer="Answer">
        <reply name="auth" challenge="Challenge" success="Tokens">
        <output name="Access" type="secret" at="Tokens/Access" grants="tokens"/>
        <output name="All" type="map" at="Tokens"/><output name="List" type="list" at="Tokens/List" grants="tokens"/>
        <output name="Note"/><output name="Met" type="map"/></reply>
        <operation name="Login" reply="auth"><input name="Method" variant="true" required="true"/>
        <variant name="GUEST"><input name="User" required="true"/><brings success="true"/></variant>
        <variant name="NAMED"><input name="User" required="true"/><brings challenge="CODE"/></variant></operation>
        <operation name="Answer" reply="auth" responses="Responses">
        <input name="Method" variant="true" required="true"/></operation>
        <challenge name="CODE" proves="phone"><response name="Code" required="true"/><brings challenge="CODE"/>
        <brings success="true"/></challenge>
        </service>
        """
}

import FlowCompiler
import FlowDiagnostics
import Testing

/// A session that the service may have got is not sent again, whatever it was sent as.
@Suite struct SessionTests {
    /// A flow that sends sessions.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        /// Data, nodes and transitions.
        let flow: String
        var isStale = true

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "what stands in is used up only where it is sent",
            flow: data("a", "b") + login(into: "b")
                + challenge(#"<set name="a" from="b"/><send name="Session" from="a" else="b"/>"#, "third")
                + third(#"<send name="Session" from="b"/>"#)),
        Case(
            name: "what did not have to stand in is not used up",
            flow: data("a", "b")
                + #"<call id="first" operation="Login" variant="NAMED"><receive name="Session" into="a" required="true"/>"#
                + #"<on event="success" to="failed"/></call>"#
                + challenge(#"<send name="Session" from="a" else="b"/>"#, "second")
                + #"<call id="second" operation="Login" variant="NAMED"><receive name="Session" into="b" required="true"/>"#
                + #"<on challenge="CODE" to="third"/><on event="success" to="failed"/></call>"#
                + third(#"<send name="Session" from="b"/>"#),
            isStale: false),
        Case(
            name: "what stood in is known by what was there",
            flow: #"<data><input name="a" type="session"/><value name="b" type="session"/></data>"# + login(into: "b")
                + challenge(#"<send name="Session" from="a" else="b"/>"#, "second")
                + #"<choice id="second"><go to="third" when="present a"/><otherwise to="failed"/></choice>"#
                + third(#"<send name="Session" from="b"/>"#),
            isStale: false),
        Case(
            name: "a start while a reply is awaited",
            flow: constant + ask(#"<on event="start" to="first"/>"#) + #"<on event="success" to="done"/>"#),
        Case(
            name: "a restart that keeps it",
            flow: data("a") + login(into: "a")
                + challenge(#"<send name="Session" from="a"/><on event="cancel" restart="third" keep="a"/>"#, "failed")
                + third(#"<send name="Session" from="a"/>"#)),
        Case(
            name: "a cancel before it is sent",
            flow: data("a") + login(into: "a")
                + #"<challenge name="CODE"><otherwise to="wait"/></challenge>"#
                + #"<step id="wait"><on event="submit cancel" to="third"/></step>"#
                + third(#"<send name="Session" from="a"/>"#),
            isStale: false),
        Case(
            name: "an only sign-in with a constant session",
            flow: constant + ask(#"<on event="start" refuse="no"/>"#) + #"<on event="success" to="done"/>"#),
        Case(
            name: "a session that is no constant is given anew",
            flow: constant.replacing(#" constant="true""#, with: "") + ask("") + #"<on event="success" to="done"/>"#,
            isStale: false),
    ]

    @Test(arguments: cases)
    func usedSessionsAreNotSentAgain(_ example: Case) {
        let text = """
            <flow name="f" service="s.service.xml" start="first">
            \(example.flow)
            <on event="invalid cancel" to="failed"/><on error="*" to="failed"/>
            <end id="done"/><end id="failed"/>
            </flow>
            """
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", Self.service)])
        let codes = Set(compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue))
        #expect(codes == (example.isStale ? ["stale-session"] : []), "\(compilation.diagnostics.map(\.message))")
    }

    /// Copies are followed however many there are.
    @Test(arguments: [3, 12, 13, 30])
    func copiesAreFollowed(_ count: Int) {
        let copies = (1..<count).map { #"<set name="s\#($0)" from="s0"/>"# }
        let steps = (0..<count).map { number in
            #"<step id="step\#(number)"><ask name="code"/><answer challenge="CODE"><send name="Session" from="s\#(number)"/>"#
                + #"<send name="Code" from="code"/><on event="success" to="step\#(min(number + 1, count - 1))"/></answer></step>"#
        }
        let text =
            #"<flow name="f" service="s.service.xml" start="first">"#
            + Self.data((0..<count).map { "s\($0)" }) + Self.login(into: "s0")
            + #"<challenge name="CODE">"# + copies.joined() + #"<otherwise to="step0"/></challenge>"# + steps.joined()
            + #"<on event="success" to="failed"/><on event="invalid cancel" to="failed"/><on error="*" to="failed"/>"#
            + #"<end id="failed"/></flow>"#
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", Self.service)])
        let stale = compilation.diagnostics.filter { $0.code.rawValue == "stale-session" }
        #expect(stale.count == count, "\(compilation.diagnostics.map(\.message))")
    }

    // MARK: Files

    private static func data(_ names: String...) -> String { data(names) }

    private static func data(_ names: [String]) -> String {
        "<data>" + names.map { #"<value name="\#($0)" type="session"/>"# }.joined() + "</data>"
    }

    private static let constant =
        #"<data><input name="a" type="session" required="true" constant="true"/></data>"#

    private static func ask(_ transition: String) -> String {
        #"<step id="first"><ask name="code"/><answer challenge="CODE"><send name="Session" from="a"/>"#
            + #"<send name="Code" from="code"/></answer>\#(transition)</step>"#
            + #"<challenge name="CODE"><otherwise to="failed"/></challenge>"#
    }

    private static func login(into slot: String) -> String {
        #"<call id="first" operation="Login" variant="NAMED"><receive name="Session" into="\#(slot)" required="true"/>"#
            + #"<on event="success" to="failed"/></call>"#
    }

    private static func challenge(_ body: String, _ target: String) -> String {
        #"<challenge name="CODE"><ask name="code"/><send name="Code" from="code"/>\#(body)"#
            + #"<on event="success" to="\#(target)"/><on challenge="CODE" to="failed"/></challenge>"#
    }

    private static func third(_ send: String) -> String {
        #"<step id="third"><ask name="code"/><answer challenge="CODE">\#(send)<send name="Code" from="code"/>"#
            + #"<on event="success" to="done"/><on challenge="CODE" to="failed"/></answer></step>"#
    }

    private static let service = """
        <service name="s" answer="Answer">
        <reply name="auth" challenge="Challenge" success="Tokens"><output name="Session" type="session"/></reply>
        <operation name="Login" reply="auth"><input name="Method" variant="true" required="true"/>
        <variant name="NAMED"><brings challenge="CODE"/></variant></operation>
        <operation name="Answer" reply="auth" responses="Responses">
        <input name="Method" variant="true" required="true"/><input name="Session" type="session"/></operation>
        <challenge name="CODE"><response name="Code" required="true"/><brings challenge="CODE"/>
        <brings success="true"/></challenge>
        </service>
        """
}

import FlowChecks
import FlowCompiler
import FlowDiagnostics
import Testing

/// A secret is one wherever it is passed on to, and what shows it says so.
@Suite struct SecretTests {
    /// A flow that has a password and tokens.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        /// The nodes from `next` on.
        let nodes: String
        var findings = 1

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "shown as it is", nodes: choice("") + show("password")),
        Case(name: "brought by a reply", nodes: choice("") + show("Token")),
        Case(name: "set", nodes: choice(#"<set name="a" from="password"/>"#) + show("a")),
        Case(name: "standing in", nodes: choice(#"<set name="a" from="user" else="password"/>"#) + show("a")),
        Case(
            name: "standing in where it is shown",
            nodes: choice("") + #"<end id="done"><show name="t" from="user" else="password"/></end>"#),
        Case(
            name: "set when something holds",
            nodes: choice(#"<set name="a" from="password" when="present user"/>"#) + show("a")),
        Case(
            name: "through two values",
            nodes: choice(#"<set name="b" from="password"/><set name="a" from="b"/>"#) + show("a")),
        Case(name: "in what it lies in", nodes: choice("") + show("All")),
        Case(name: "merged", nodes: choice(#"<merge name="m" from="All"/>"#) + show("m")),
        Case(
            name: "as meant",
            nodes: #"<step id="next"><ask name="pin" type="secret" meant="a"/><on event="submit" to="done"/></step>"#
                + show("a")),
        Case(name: "passed", nodes: use(#"<pass name="shown" from="password"/>"#) + end),
        Case(name: "taken", nodes: use(#"<take name="out" into="a"/>"#) + show("a")),
        Case(
            name: "passed on by a handler",
            nodes: choice(#"<handle handler="copy"><pass name="in" from="password"/></handle>"#) + show("copied")),
        Case(name: "given by a handler", nodes: choice(#"<handle handler="make"/>"#) + show("made")),
        Case(
            name: "given by a handler into a text",
            nodes: choice(#"<handle handler="make"><take name="made" into="a"/></handle>"#) + show("a")),
        Case(
            name: "set by the way to a node",
            nodes: #"<choice id="next"><otherwise to="done"><set name="a" from="password"/></otherwise></choice>"#
                + show("a")),
        Case(
            name: "set behind an outcome",
            nodes:
                #"<use id="next" flow="sub"><pass name="shown" value="x"/><on outcome="*" to="done"><set name="a" from="password"/></on></use>"#
                + show("a")),
        Case(name: "told", nodes: choice(#"<notify name="n"><show name="t" from="password"/></notify>"#) + end),
        Case(
            name: "offered",
            nodes: #"<step id="next"><ask name="c" type="choice" offered="List"/><on event="submit" to="done"/></step>"#
                + end),
        Case(
            name: "kept over a restart",
            nodes: choice(#"<set name="a" from="password"/>"#, to: "ask")
                + #"<step id="ask"><on event="submit" restart="done" keep="a"/></step>"# + show("a")),
        Case(
            name: "with an error behind it",
            nodes: choice(#"<set name="a" from="password"/>"#, to: "again")
                + #"<call id="again" operation="Login"><receive name="Note" into="a"/><on event="success" to="failed"/><on error="*" to="done"/></call>"#
                + show("a")),
        Case(
            name: "disclosed",
            nodes: choice(#"<set name="a" from="password"/>"#)
                + #"<end id="done"><show name="t" from="a" disclose="true"/></end>"#, findings: 0),
        Case(name: "in a text that nobody sees", nodes: choice(#"<set name="a" from="password"/>"#) + end, findings: 0),
        Case(
            name: "overwritten",
            nodes: choice(#"<set name="a" from="password"/><set name="a" from="user"/>"#) + show("a"), findings: 0),
        Case(
            name: "cleared", nodes: choice(#"<set name="a" from="password"/><clear name="a"/>"#) + show("a"),
            findings: 0),
        Case(
            name: "declassified by a handler",
            nodes: choice(#"<handle handler="hash"><pass name="in" from="password"/></handle>"#) + show("hashed"),
            findings: 0),
        Case(name: "of another reply", nodes: choice("") + show("Note"), findings: 0),
    ]

    @Test(arguments: cases)
    func secretsAreFollowed(_ example: Case) {
        let compilation = FlowCompiler.compile([
            ("f.flow.xml", Self.flow(example.nodes)), ("sub.flow.xml", Self.sub), ("s.service.xml", Self.service),
        ])
        let errors = compilation.diagnostics.filter { $0.severity == .error }
        #expect(errors.filter { $0.code == .secretShown }.count == example.findings, "\(errors.map(\.message))")
        #expect(errors.allSatisfy { $0.code == .secretShown }, "\(errors.map(\.message))")
    }

    // MARK: Files

    private static let end = #"<end id="done"/>"#

    private static func show(_ name: String) -> String { #"<end id="done"><show name="t" from="\#(name)"/></end>"# }

    private static func choice(_ statements: String, to node: String = "done") -> String {
        #"<choice id="next">\#(statements)<otherwise to="\#(node)"/></choice>"#
    }

    private static func use(_ binding: String) -> String {
        #"<use id="next" flow="sub">\#(binding)<on outcome="*" to="done"/></use>"#
    }

    private static func flow(_ nodes: String) -> String {
        """
        <flow name="f" service="s.service.xml" start="login"><import file="sub.flow.xml"/>
        <data><input name="user" required="true"/><input name="password" type="secret" required="true"/>
        <value name="a"/><value name="b"/><value name="m" type="map"/></data>
        <handler name="copy"><needs name="in"/><gives name="copied"/></handler>
        <handler name="hash"><needs name="in" type="secret"/><gives name="hashed"/></handler>
        <handler name="make"><gives name="made" type="secret"/></handler>
        <call id="login" operation="Login"><receive name="Note" into="b"/><set name="a" from="user"/>
        <set name="m" from="Kept"/><on event="success" to="next"/></call>
        \(nodes)
        <on event="invalid cancel" to="failed"/><on error="*" to="failed"/><on failure="*" to="failed"/>
        <end id="failed"/>
        </flow>
        """
    }

    private static let sub = """
        <flow name="sub" service="s.service.xml" start="ask">
        <data><input name="shown" default="none"/><value name="out" type="secret"/></data>
        <step id="ask"><show name="s" from="shown"/><ask name="out" type="secret"/><on event="submit cancel" to="end"/></step>
        <end id="end"/>
        </flow>
        """

    private static let service = """
        <service name="s">
        <reply name="r" success="T"><output name="Token" type="secret" at="T/Token"/>
        <output name="All" type="map" at="T"/><output name="List" type="list" at="T/Token/List"/>
        <output name="Note"/><output name="Kept" type="map"/></reply>
        <operation name="Login" reply="r"/>
        </service>
        """
}

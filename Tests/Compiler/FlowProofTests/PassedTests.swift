import FlowCompiler
import FlowDiagnostics
import Testing

/// Passed means left by success: what counts for `unless-before`, and what does not.
@Suite struct PassedTests {
    /// A flow that must not be done before something was passed, and what the proofs say of it.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        /// The nodes; `done` and `failed` are there.
        let nodes: String
        let unlessBefore: String
        var codes: [String] = []

        var testDescription: String { name }
    }

    private static let violated = ["never-violated"]

    static let choices: [Case] = [
        Case(
            name: "a handler that fails does not leave its choice",
            nodes: #"<choice id="first"><handle handler="h"><on failure="*" to="done"/></handle>"#
                + #"<otherwise to="done"/></choice>"#,
            unlessBefore: "first", codes: violated),
        Case(
            name: "a choice is left by its branch once its handler is done",
            nodes: #"<choice id="first"><handle handler="h"/><otherwise to="done"/></choice>"#, unlessBefore: "first"),
        Case(
            name: "the work of a branch belongs to it",
            nodes: #"<choice id="first"><otherwise to="done"><handle handler="h"><on failure="*" to="done"/></handle>"#
                + #"</otherwise></choice>"#,
            unlessBefore: "first", codes: violated),
        Case(
            name: "work after a failure is no branch",
            nodes: #"<choice id="first"><handle handler="h"><on failure="*" to="done"><handle handler="k"/></on>"#
                + #"</handle><otherwise to="failed"/></choice>"#,
            unlessBefore: "first", codes: violated),
        Case(
            name: "a handler by its name",
            nodes: #"<choice id="first"><handle handler="h"/><otherwise to="done"/></choice>"#, unlessBefore: "h"),
        Case(
            name: "a handler that failed",
            nodes: #"<choice id="first"><handle handler="h"><on failure="*" to="done"/></handle>"#
                + #"<otherwise to="failed"/></choice>"#,
            unlessBefore: "h", codes: violated),
    ]

    static let steps: [Case] = [
        Case(
            name: "an answer leads away",
            nodes: #"<step id="first"><ask name="x"/><on event="submit" to="done"/></step>"#, unlessBefore: "first"),
        Case(
            name: "to go back is no answer",
            nodes:
                #"<step id="first"><ask name="x"/><on event="submit" to="failed"/><on event="back" to="done"/></step>"#,
            unlessBefore: "first", codes: violated),
        Case(
            name: "work on the way back is no work of an answer",
            nodes: #"<step id="first"><ask name="x"/><on event="submit" to="failed"/>"#
                + #"<on event="back" to="done"><handle handler="h"/></on></step>"#,
            unlessBefore: "first", codes: violated),
        Case(
            name: "work behind the answer is part of it",
            nodes: #"<step id="first"><ask name="x"/><handle handler="h"><on failure="*" to="done"/></handle>"#
                + #"<on event="submit" to="failed"/></step>"#,
            unlessBefore: "first", codes: violated),
        Case(
            name: "an answer that is asked for again",
            nodes: #"<step id="first"><ask name="x"/><on event="submit" when="x is 'a'" retry="here"/>"#
                + #"<on event="submit" when="not (x is 'a')" to="failed"/><on event="back" to="done"/></step>"#,
            unlessBefore: "first", codes: violated),
    ]

    static let requests: [Case] = [
        Case(
            name: "another challenge accepts the answer", nodes: login + code + other("done"), unlessBefore: "CODE"),
        Case(
            name: "what is named is the request of a node",
            nodes: login + code + other("done"), unlessBefore: "first"),
        Case(
            name: "the same challenge again",
            nodes: login + #"<challenge name="CODE"><go to="done" when="present met"/><set name="met" value="1"/>"#
                + #"<ask name="x"/><send name="Code" from="x"/><on event="success" to="failed"/></challenge>"#
                + other("failed"),
            unlessBefore: "CODE", codes: violated),
        Case(
            name: "another challenge that can be the same one",
            nodes: login + #"<challenge name="*" id="others"><go to="done" when="present met"/>"#
                + #"<set name="met" value="1"/><otherwise to="ask"/></challenge>"#
                + #"<step id="ask"><ask name="x"/><answer challenge="CODE"><send name="Code" from="x"/>"#
                + #"<on event="success" to="failed"/></answer></step>"#,
            unlessBefore: "CODE", codes: violated),
        Case(
            name: "an error passes nothing",
            nodes: login + #"<challenge name="CODE"><ask name="x"/><send name="Code" from="x"/>"#
                + #"<on error="Wrong" to="done"/></challenge>"# + other("failed"),
            unlessBefore: "CODE", codes: violated),
        Case(
            name: "a restart forgets what its own reply passes",
            nodes: login + #"<challenge name="CODE"><ask name="x"/><send name="Code" from="x"/>"#
                + #"<on event="success" restart="done"/></challenge>"# + other("failed"),
            unlessBefore: "CODE", codes: violated),
        Case(
            name: "a step that answers another challenge",
            nodes: login + #"<challenge name="CODE"><otherwise to="ask"/></challenge>"# + other("failed")
                + #"<step id="ask"><ask name="x"/><answer challenge="CODE"><send name="Code" from="x"/></answer></step>"#,
            unlessBefore: "CODE"),
    ]

    static let uses: [Case] = [
        Case(name: "an outcome", nodes: use(good: "done", bad: "failed"), unlessBefore: "first:good"),
        Case(
            name: "another outcome", nodes: use(good: "failed", bad: "done"), unlessBefore: "first:good",
            codes: violated),
        Case(
            name: "an outcome that is not said", nodes: use(good: "done", bad: "failed"), unlessBefore: "first",
            codes: ["ambiguous-outcome"]),
        Case(
            name: "an outcome that is not there", nodes: use(good: "done", bad: "failed"), unlessBefore: "first:best",
            codes: ["unknown-outcome"]),
        Case(name: "a node in it", nodes: use(good: "done", bad: "done"), unlessBefore: "first/ask"),
        Case(
            name: "a node in it that is only deferred to", nodes: use(good: "done", bad: "done"),
            unlessBefore: "first/deep:end"),
        Case(
            name: "an only outcome", nodes: use(good: "done", bad: "done"), unlessBefore: "first/deep"),
        Case(name: "a node two uses down", nodes: use(good: "done", bad: "done"), unlessBefore: "first/deep/only"),
        Case(
            name: "a node that is not there", nodes: use(good: "done", bad: "done"), unlessBefore: "first/nothing",
            codes: ["unknown-target"]),
        Case(
            name: "a use that is none", nodes: use(good: "done", bad: "done"), unlessBefore: "done/ask",
            codes: ["unknown-target"]),
        Case(name: "an end in it", nodes: use(good: "done", bad: "failed"), unlessBefore: "first/good"),
        Case(
            name: "a choice in it that only one way leads through", nodes: use(good: "done", bad: "done"),
            unlessBefore: "first/well", codes: violated),
    ]

    @Test(arguments: choices + steps + requests + uses)
    func onlySuccessPasses(_ example: Case) {
        let compilation = FlowCompiler.compile(Self.files(example))
        let codes = compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
        #expect(codes == example.codes, "\(compilation.diagnostics.map(\.message))")
    }

    /// Assertions are proven in rounds where there are more of them than a round has room for.
    @Test(arguments: [62, 63, 64, 65, 130])
    func everyAssertionIsProven(_ count: Int) {
        let steps = (0..<count).map { number in
            let next = number + 1 < count ? "s\(number + 1)" : "ask"
            return #"<step id="s\#(number)"><on event="submit" to="\#(next)"/></step>"#
        }
        let last =
            #"<step id="ask"><on event="submit" to="done"/><on event="back" to="other"/></step><end id="other"/>"#
        let held = (0..<count).map { #"<never end="done" unless-before="s\#($0)"/>"# }
        let broken = #"<never end="other" unless-before="ask"/>"#
        let flow = Self.flow(start: "s0", steps.joined() + last + held.joined() + broken)
        let found = FlowCompiler.compile([("f.flow.xml", flow)] + Self.parts)
        #expect(found.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue) == ["never-violated"])
    }

    // MARK: Files

    private static let login =
        #"<send name="Session" from="session"/><receive name="Session" into="session"/>"#
        + #"<call id="first" operation="Login" variant="NAMED"><send name="User" from="user"/></call>"#
    private static let code =
        #"<challenge name="CODE"><ask name="x"/><send name="Code" from="x"/><on event="success" to="failed"/></challenge>"#

    private static func other(_ target: String) -> String {
        #"<challenge name="OTHER"><otherwise to="\#(target)"/></challenge>"#
    }

    private static func use(good: String, bad: String) -> String {
        #"<use id="first" flow="sub"><on outcome="good" to="\#(good)"/><on outcome="bad" to="\#(bad)"/>"#
            + #"<on outcome="quit" to="failed"/></use>"#
    }

    private static func files(_ example: Case) -> [(path: String, text: String)] {
        let never = #"<never end="done" unless-before="\#(example.unlessBefore)"/>"#
        return [("f.flow.xml", flow(start: "first", example.nodes + never))] + parts
    }

    private static var parts: [(path: String, text: String)] {
        [("s.service.xml", service), ("sub.flow.xml", sub), ("deep.flow.xml", deep)]
    }

    private static func flow(start: String, _ nodes: String) -> String {
        let handlers = ["h", "k"].map { #"<handler name="\#($0)"><gives name="\#($0)-made"/></handler>"# }
        return """
            <flow name="f" service="s.service.xml" start="\(start)"><import file="sub.flow.xml"/>
            <data><input name="user" required="true"/><value name="session" type="session"/><value name="met"/></data>
            \(handlers.joined())
            \(nodes)
            <on event="success" to="done"/><on event="invalid" to="failed"/><on error="*" to="failed"/>
            <on failure="*" to="failed"/><on event="cancel" to="failed"/>
            <end id="done"/><end id="failed"/>
            </flow>
            """
    }

    private static let sub = """
        <flow name="sub" service="s.service.xml" start="ask"><import file="deep.flow.xml"/>
        <step id="ask"><ask name="word"/><on event="submit" to="deep"/></step>
        <use id="deep" flow="deep"><on outcome="*" to="which"/></use>
        <choice id="which"><go to="well" when="word is 'a'"/><otherwise to="bad"/></choice>
        <choice id="well"><otherwise to="good"/></choice>
        <on event="cancel" to="quit"/>
        <end id="good"/><end id="bad"/><end id="quit"/>
        </flow>
        """

    private static let deep = """
        <flow name="deep" service="s.service.xml" start="only">
        <step id="only"><on event="submit" to="end"/></step>
        <end id="end"/>
        </flow>
        """

    private static let service = """
        <service name="s" answer="Answer">
        <reply name="auth" challenge="Challenge" success="Tokens"><output name="Session" type="session"/></reply>
        <operation name="Login" reply="auth"><input name="Method" variant="true" required="true"/>
        <variant name="NAMED"><input name="User" required="true"/><brings challenge="CODE"/></variant></operation>
        <operation name="Answer" reply="auth" errors="Wrong" responses="Responses">
        <input name="Method" variant="true" required="true"/><input name="Session" type="session"/></operation>
        <challenge name="CODE"><response name="Code" required="true"/><brings challenge="CODE OTHER"/>
        <brings success="true"/></challenge>
        <challenge name="OTHER"><response name="Code" required="true"/><brings success="true"/></challenge>
        <errors names="Wrong"/>
        </service>
        """
}

import FlowChecks
import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowIR
import TestSupport
import Testing

/// An answer is one of what is offered, and what it means follows it.
@Suite struct OfferedVerdictTests {
    /// The body of a step with a list `l`, values `m` and `n`, and an ask; `done` and `failed` are there.
    struct Case: CustomTestStringConvertible, Sendable {
        let step: String
        var findings: [String] = []

        var testDescription: String { step }
    }

    private static let stuck = ["stuck-step"]
    private static let submit = #"<on event="submit" to="done"/>"#
    private static let items = #"<set name="l" value="x y"/>"#

    static let cases: [Case] = [
        Case(step: items + #"<ask name="w" offered="l"/>"# + submit),
        Case(step: items + #"<ask name="w" offered="l" pattern="z"/>"# + submit, findings: stuck),
        Case(step: items + #"<ask name="w" offered="l" pattern="[a-z]"/>"# + submit),
        Case(step: items + #"<ask name="w" offered="l" type="digits"/>"# + submit, findings: stuck),
        Case(step: items + #"<ask name="w" offered="l" length="3"/>"# + submit, findings: stuck),
        Case(
            step: items + #"<ask name="w" offered="l"/><on event="submit" when="w is z" to="done"/>"#, findings: stuck),
        Case(step: items + #"<ask name="w" offered="l"/><on event="submit" when="w is x" to="done"/>"#),
        Case(
            step: #"<ask name="w" offered="from-host"/><on event="submit" when="not (w is A)" refuse="other"/>"#
                + #"<on event="submit" when="w is A" to="done"/>"#,
            findings: stuck),
        Case(
            step: #"<ask name="w" of="A B" ignore-case="true" meant="m"/>"#
                + #"<on event="submit" when="w is A and m is B" to="done"/>"#,
            findings: stuck),
        Case(
            step: #"<ask name="w" of="A B" ignore-case="true" meant="m"/>"#
                + #"<on event="submit" when="w is A and m is A" to="done"/>"#),
        Case(
            step: #"<ask name="w" of="A B" ignore-case="true" meant="m" required="false"/>"#
                + #"<on event="submit" when="present w and not present m" to="done"/>"#,
            findings: stuck),
        Case(
            step: items
                + #"<ask name="w" offered="l" meant="m"/><on event="submit" when="w is x and m is y" to="done"/>"#,
            findings: stuck),
    ]

    @Test(arguments: cases)
    func answersAreAmongWhatIsOffered(_ example: Case) {
        let text = """
            <flow name="f" service="s.service.xml" start="ask">
            <data><input name="from-host" type="list" required="true"/><value name="l" type="list"/><value name="m"/></data>
            <step id="ask">\(example.step)</step><end id="done"/>
            </flow>
            """
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", #"<service name="s"/>"#)])
        let found = compilation.diagnostics.filter { $0.severity == .error && $0.code != .unreachableNode }
        #expect(found.map(\.code.rawValue) == example.findings, "\(found.map(\.message))")
    }

    /// What a step promises whose list is given by the flow, and fits no answer.
    @Test(
        "what nobody can answer is neither reachable nor always possible",
        arguments: [
            #"pattern="z""#, #"type="digits""#, #"length="3""#, #"of="p q""#,
        ])
    func assertionsAboutAnAnswerThatNothingFits(_ form: String) {
        let text = """
            <flow name="f" service="s.service.xml" start="ask">
            <data><value name="l" type="list"/></data>
            <step id="ask">\(Self.items)<ask name="w" offered="l" \(form)/>\(Self.submit)<on event="cancel" to="failed"/></step>
            <end id="done"/><end id="failed"/>
            <reachable end="done"/><always event="submit"/>
            </flow>
            """
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", #"<service name="s"/>"#)])
        let codes = Set(compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue))
        #expect(codes.isSuperset(of: ["reachable-violated", "always-violated"]), "\(codes)")
    }

    /// The service offers a list, the flow accepts one word of it, and cancelling is refused.
    @Test("a list of the service without the word that the flow accepts is a dead end, and is played as one")
    func offeredByTheService() throws {
        let service = """
            <service name="s" answer="Answer">
              <reply name="auth" challenge="Ch" parameters="Par" success="Tok"><output name="Session" type="session"/></reply>
              <operation name="Login" reply="auth"><input name="Way" variant="true" required="true"/>
                <variant name="P"><brings challenge="CODE"/></variant></operation>
              <operation name="Answer" reply="auth" responses="Res"><input name="Way" variant="true" required="true"/>
                <input name="Session" type="session"/></operation>
              <challenge name="CODE"><parameter name="Factors" type="list"/><response name="Code" required="true"/>
                <brings success="true"/></challenge>
            </service>
            """
        let flow = """
            <flow name="f" service="s.service.xml" start="login">
            <call id="login" operation="Login" variant="P"/>
            <challenge name="CODE" requires="Factors Session"><ask name="code" offered="Factors"/>
            <send name="Code" from="code"/><send name="Session" from="Session"/>
            <on event="submit" when="not (code is A)" refuse="other"/><on event="cancel" refuse="no"/></challenge>
            <on event="success" to="done"/><on event="invalid cancel" to="failed"/><on error="*" to="failed"/>
            <end id="done"/><end id="failed"/><always event="submit"/>
            </flow>
            """
        let files = [("f.flow.xml", flow), ("s.service.xml", service)]
        let compilation = FlowCompiler.compile(files)
        let found = compilation.diagnostics.filter { $0.severity == .error }
        #expect(found.map(\.code.rawValue) == ["stuck-step", "always-violated"], "\(found.map(\.message))")
        #expect(found.first?.message == "the user cannot reach an end from 'CODE' when Factors lacks A")
        let subject = try #require(Subject(compilation, files, service: ServiceModel(service), withReference: true))
        for (list, isStuck) in [(#"["Z"]"#, true), (#"["Z","A"]"#, false)] {
            var run = MonitoredRun(subject)
            run.start(.object([]))
            run.reply(#"{"Ch":"CODE","Session":"s","Par":{"Factors":\#(list)}}"#)
            run.submit(.object([JSONMember("code", .string(isStuck ? "Z" : "A"))]))
            #expect((run.log.last?.hasSuffix(" — refused: other") == true) == isStuck, "\(run.log)")
        }
    }

    /// A challenge's own parameter counts over an output of that name elsewhere.
    @Test func aChallengeReadsItsOwnParameter() throws {
        let service = """
            <service name="s" answer="Answer">
              <reply name="auth" challenge="Ch" parameters="Par" success="Tok"><output name="Key" at="Tok/Key"/></reply>
              <operation name="Login" reply="auth"><input name="Way" variant="true" required="true"/>
                <variant name="P"><brings challenge="OWN OTHER"/><brings success="true"/></variant></operation>
              <operation name="Answer" reply="auth" responses="Res"><input name="Way" variant="true" required="true"/></operation>
              <challenge name="OWN"><parameter name="Key"/><response name="Code" required="true"/></challenge>
              <challenge name="OTHER"><response name="Code" required="true"/></challenge>
            </service>
            """
        let flow = """
            <flow name="f" service="s.service.xml" start="login">
            <call id="login" operation="Login" variant="P"/>
            <challenge name="OWN" requires="Key"><ask name="code"/><show name="key" from="Key"/>
            <send name="Code" from="code"/></challenge>
            <challenge name="*" id="rest"><otherwise to="failed"/></challenge>
            <on event="success" to="done"/><on event="invalid cancel" to="failed"/><on error="*" to="failed"/>
            <end id="done"><show name="key" from="Key"/></end><end id="failed"/>
            </flow>
            """
        let files = [("f.flow.xml", flow), ("s.service.xml", service)]
        let compilation = FlowCompiler.compile(files)
        #expect(compilation.diagnostics.map(\.message) == [])
        let subject = try #require(
            Subject(compilation, files, service: ServiceModel(service), withReference: true))
        for (reply, state) in [
            (#"{"Ch":"OWN","Par":{"Key":"k"}}"#, "OWN"), (#"{"Ch":"OWN","Tok":{"Key":"k"}}"#, "failed"),
            (#"{"Tok":{"Key":"k"}}"#, "done"),
        ] {
            var run = MonitoredRun(subject)
            run.start(.object([]))
            run.reply(reply)
            #expect(subject.flow.states[run.state].name == state, "\(reply)")
            #expect(run.faults.isEmpty, "\(run.faults)")
        }
    }
}

import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// What a sub-flow asserts holds in each flow that uses it, as it is used there.
@Suite struct SubFlowAssertionTests {
    /// A sub-flow in a flow, and the findings of the two, each with its file and its notes.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        /// The nodes of the flow; `done` and `failed` are there.
        let flow: String
        /// The nodes and assertions of the sub-flow.
        let sub: String
        var findings: [String] = []
        /// Those of the sub-flow by itself.
        var alone: [String] = []

        var testDescription: String { name }
    }

    private static let begin =
        #"<step id="first"><on event="submit" to="u"/><on event="cancel" to="failed"/></step>"#
    private static let use = #"<use id="u" flow="sub"><on outcome="*" to="done"/></use>"#
    private static let ping = #"<call id="first" operation="Ping"><on event="success" to="u"/></call>"# + use
    private static let plain = begin + use
    /// A sub-flow that ends without its step where the service has brought something.
    private static let hasty =
        #"<choice id="begin"><go to="ok" when="present Info"/><otherwise to="st"/></choice>"#
        + #"<step id="st"><on event="submit" to="get"/><on event="cancel" to="no"/></step>"#
        + #"<call id="get" operation="Ping"><on event="success" to="ok"/></call><end id="ok"/><end id="no"/>"#

    static let cases: [Case] = [
        Case(
            name: "never, in a flow that called the service before", flow: ping,
            sub: hasty + #"<never end="ok" unless-before="st"/>"#, findings: ["sub.flow.xml never-violated: u"]),
        Case(
            name: "never, in a flow that did not", flow: plain, sub: hasty + #"<never end="ok" unless-before="st"/>"#),
        Case(
            name: "never, in a sub-flow that is entered again",
            flow: begin
                + #"<use id="u" flow="sub"><on outcome="ok" to="more"/><on outcome="no" to="done"/></use>"#
                + #"<step id="more"><on event="submit" to="u"/><on event="cancel" to="failed"/></step>"#,
            sub: hasty + #"<never end="ok" unless-before="st"/>"#, findings: ["sub.flow.xml never-violated: u"]),
        Case(
            name: "never, which the sub-flow breaks by itself", flow: plain,
            sub: hasty + #"<never end="no" unless-before="get"/>"#, findings: ["sub.flow.xml never-violated: u"],
            alone: ["sub.flow.xml never-violated"]),
        Case(
            name: "always", flow: plain, sub: hasty + #"<always event="back"/>"#,
            findings: ["sub.flow.xml always-violated: u"], alone: ["sub.flow.xml always-violated"]),
        Case(
            name: "always, of the steps of the sub-flow alone",
            flow: plain + #"<step id="other"><on event="submit" to="done"/></step>"#
                + #"<on event="back" to="other"/>"#,
            sub: hasty + #"<always event="cancel"/>"#),
        Case(
            name: "reachable", flow: plain,
            sub: #"<choice id="begin"><go to="ok" when="present in"/><otherwise to="no"/></choice>"#
                + #"<end id="ok"/><end id="no"/><reachable end="ok"/>"#,
            findings: ["sub.flow.xml reachable-violated: u"]),
        Case(
            name: "an end that nothing has", flow: plain, sub: hasty + #"<reachable end="yes"/>"#,
            findings: ["sub.flow.xml unknown-outcome"], alone: ["sub.flow.xml unknown-outcome"]),
    ]

    @Test(arguments: cases)
    func whatASubFlowAssertsHoldsInEachUse(_ example: Case) {
        let rest = #"<on event="invalid" to="failed"/><on error="*" to="failed"/><end id="done"/><end id="failed"/>"#
        let sub = """
            <flow name="sub" service="s.service.xml" start="begin"><data><input name="in"/></data>\(example.sub)
            <on event="invalid" to="no"/><on error="*" to="no"/></flow>
            """
        let flow = """
            <flow name="f" service="s.service.xml" start="first"><import file="sub.flow.xml"/>\(example.flow)\(rest)</flow>
            """
        let service = #"<service name="s"><operation name="Ping"><output name="Info"/></operation></service>"#
        let files = [("f.flow.xml", flow), ("sub.flow.xml", sub), ("s.service.xml", service)]
        #expect(Self.found(files) == example.findings)
        #expect(Self.found(Array(files.dropFirst())) == example.alone)
    }

    private static func found(_ files: [(path: String, text: String)]) -> [String] {
        let compilation = FlowCompiler.compile(files)
        return compilation.diagnostics.filter { $0.severity == .error }.map { finding in
            let place = compilation.sources[finding.range.file]?.path ?? ""
            let use = finding.notes.first { $0.message.hasSuffix("uses the flow that asserts this") }
            return "\(place) \(finding.code.rawValue)" + (use.map { ": \($0.message.split(separator: "'")[0])" } ?? "")
        }
    }
}

import FlowCompiler
import FlowDiagnostics
import Testing

/// `always` is about an event as such: a refusal counts where the data bring it about, not where what the host gives does.
@Suite struct AlwaysTests {
    /// A step of a flow that asserts that its event is always possible.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let step: String
        var event = "submit"
        var isViolated = true

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "an answer under a guard", step: #"<on event="submit" when="present x" to="done"/>"#),
        Case(
            name: "an answer with contents under a guard",
            step: #"<ask name="y"/><on event="submit" when="present x" to="done"/>"#),
        Case(
            name: "a selection under a guard",
            step: #"<on select="A" when="present x" to="done"/><on select="B" to="failed"/>"#),
        Case(
            name: "contents and data under one guard",
            step: #"<ask name="y"/><on event="submit" when="present x and y is 'a'" to="done"/>"#),
        Case(
            name: "an answer that is refused for what it holds",
            step: #"<ask name="y"/><on event="submit" when="y is 'a'" to="done"/>"#, isViolated: false),
        Case(
            name: "an answer that is taken with any data",
            step: #"<ask name="y"/><on event="submit" when="present x and y is 'a'" to="done"/>"#
                + #"<on event="submit" when="y is 'a' and not present x" to="failed"/>"#,
            isViolated: false),
        Case(
            name: "an answer that is always refused",
            step: #"<ask name="y"/><on event="submit" refuse="no"/><on event="back" to="done"/>"#),
        Case(
            name: "wrong forms", step: #"<ask name="y" length="3" pattern="[a-c]*"/><on event="submit" to="done"/>"#,
            isViolated: false),
        Case(
            name: "nothing of what is offered has the form",
            step: #"<set name="l" value="x y"/><ask name="y" offered="l" pattern="z"/><on event="submit" to="done"/>"#
                + #"<on event="back" to="done"/>"#),
        Case(
            name: "something of what is offered has the form",
            step: #"<set name="l" value="x z"/><ask name="y" offered="l" pattern="z"/><on event="submit" to="done"/>"#,
            isViolated: false),
        Case(
            name: "a start that is refused", step: #"<on event="submit" to="done"/><on event="start" refuse="no"/>"#,
            event: "start"),
        Case(
            name: "a start under a guard",
            step: #"<on event="submit" to="done"/><on event="start" when="present seen" to="first"/>"#
                + #"<on event="back" to="first"><set name="seen" value="1"/></on>"#,
            event: "start"),
        Case(
            name: "a start that is taken", step: #"<on event="submit" to="done"/><on event="start" to="first"/>"#,
            event: "start", isViolated: false),
    ]

    @Test(arguments: cases)
    func refusalsCountByTheirCause(_ example: Case) {
        let text = """
            <flow name="f" service="s.service.xml" start="first">
            <data><input name="x"/><value name="seen"/><value name="l" type="list"/></data>
            <step id="first">\(example.step)</step>
            <on event="cancel" to="failed"/>
            <end id="done"/><end id="failed"/>
            <always event="\(example.event)"/>
            </flow>
            """
        let compilation = FlowCompiler.compile([("f.flow.xml", text), ("s.service.xml", #"<service name="s"/>"#)])
        let codes = compilation.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue)
        #expect(codes == (example.isViolated ? ["always-violated"] : []), "\(compilation.diagnostics.map(\.message))")
    }
}

import FlowCompiler
import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing

/// What an ask says of a text, against what the flow says when it is submitted.
@Suite("Texts that an ask accepts") struct AskCheckTests {
    private static let flow = """
        <flow name="form" start="form">
          <data><input name="ways" type="list" required="true"/></data>
          <step id="form">
            <ask name="pin" type="digits" length="4" required="false"/>
            <ask name="badge" pattern="[a-z][a-z0-9]*" required="false"/>
            <ask name="plan" type="choice" of="free paid" required="false"/>
            <ask name="way" type="choice" of="MAIL TEXT" ignore-case="true" offered="ways" required="false"/>
            <ask name="other" type="choice" offered="ways" required="false"/>
            <ask name="limit" type="seconds" required="false"/>
            <ask name="tags" type="list" required="false"/>
            <ask name="yes" type="flag" required="false"/>
            <on event="submit" to="last"/>
          </step>
          <step id="last"><ask name="name"/><on event="submit" to="done"/></step>
          <on event="cancel" to="done"/>
          <end id="done"/>
        </flow>
        """
    private static let texts = [
        "", "1", "1234", "12345", "a", "A", "a1", "1a", "free", "FREE", "MAIL", "mail", "TEXT", "text", "FAX", "fax",
        "0", "60", "86401", "é", "true",
    ]

    @Test("both say the same of each text") func same() throws {
        let compilation = FlowCompiler.compile(
            path: "f.flow.xml", loader: MemoryLoader(texts: ["f.flow.xml": Self.flow]))
        let table = try TransitionTable(verifying: try #require(try compilation.table(), "\(compilation.diagnostics)"))
        var session = FlowSession(table)
        _ = session.start(["ways": ["MAIL", "FAX"]])
        var codes: Set<String> = []
        for _ in 0..<2 {
            let step = try #require(session.presentation)
            for ask in step.asks {
                for text in Self.texts {
                    var copy = session
                    let effect = copy.submit(.object([JSONMember(ask.name, .string(text))]))
                    let refusal = Self.refusal(of: text, by: ask)
                    if case .refused(let expected) = effect {
                        #expect(refusal == expected, "\(ask.name): \(text)")
                        codes.insert(expected.code)
                    } else {
                        #expect(refusal == nil, "\(ask.name): \(text)")
                    }
                }
            }
            _ = session.submit(.object([]))
        }
        #expect(
            codes == [
                "not-digits", "wrong-length", "pattern-mismatch", "not-a-choice", "not-offered", "not-seconds",
                "wrong-type", "missing-parameter",
            ])
    }

    private static func refusal(of text: String, by ask: FlowAsk) -> FlowRefusal? {
        do throws(FlowRefusal) {
            try ask.check(text)
            return nil
        } catch {
            return error
        }
    }
}

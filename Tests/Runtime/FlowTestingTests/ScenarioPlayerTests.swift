import FlowCompiler
import FlowIR
import FlowRuntime
import FlowTable
import FlowTesting
import TestSupport
import Testing

@Suite("Scenarios")
struct ScenarioPlayerTests {
    private static let begin: [Scenario.Line] = [
        .start(json: #"{"username":"ana","password":"x"}"#),
        .call(operation: "Begin", json: #"{"User":"ana","Proof":"<proof>","Password":"*"}"#),
        .reply(json: #"{"Challenge":"CODE","Session":"s"}"#),
        .present(step: "ENTER_CODE", within: 180, error: nil, category: nil, json: #"{"for":"ana"}"#),
    ]
    private static let answer: [Scenario.Line] = [
        .submit(json: #"{"code":"123456"}"#),
        .call(operation: "Answer", json: #"{"Code":"123456","Session":"s"}"#),
        .reply(json: #"{"Token":"t"}"#),
        .notify(name: "signed-in", json: #"{"username":"ana"}"#), .notify(name: "later", json: ""),
        .end(outcome: "done", error: nil, category: nil, json: ""),
    ]

    private func play(
        _ lines: [Scenario.Line], handlers: [String: Scenario.HandlerScript] = [:], table: TransitionTable? = nil
    ) throws -> ScenarioResult {
        let placed = lines.enumerated().map { Scenario.NumberedLine($0.element, lineNumber: $0.offset + 10) }
        let scenario = Scenario(
            name: "s", prefixCount: 0, rows: [], traces: [], handlers: handlers, lines: placed)
        return ScenarioPlayer.play(scenario, try table ?? SampleFlow.table())
    }

    private func replaced(_ index: Int, by line: Scenario.Line) -> [Scenario.Line] {
        var lines = Self.begin
        lines[index] = line
        return lines
    }

    @Test("a line that says something else than the flow is reported with its number")
    func mismatches() throws {
        let wrong: [(Int, Scenario.Line)] = [
            (1, .call(operation: "Other", json: #"{"User":"ana","Proof":"<proof>","Password":"x"}"#)),
            (1, .call(operation: "Begin", json: #"{"User":"ana","Proof":"<proof>"}"#)),
            (1, .call(operation: "Begin", json: #"{"User":"ana","Proof":"<proof>","Password":"x","More":"*"}"#)),
            (1, .call(operation: "Begin", json: #"{"User":"bob","Proof":"<proof>","Password":"x"}"#)),
            (1, .call(operation: "Begin", json: "not json")),
            (3, .present(step: "ENTER_CODE", within: 179, error: nil, category: nil, json: "")),
            (3, .present(step: "OTHER", error: nil, category: nil, json: "")),
            (3, .present(step: "ENTER_CODE", error: "wrong", category: nil, json: "")),
            (3, .present(step: "ENTER_CODE", error: nil, category: nil, json: #"{"for":"bob"}"#)),
            (3, .present(step: "ENTER_CODE", error: nil, category: nil, json: #"{"more":"*"}"#)),
            (3, .end(outcome: "done", error: nil, category: nil, json: "")),
            (3, .refused(code: "busy", parameter: nil)),
        ]
        for (index, line) in wrong {
            let mismatch = try play(replaced(index, by: line)).mismatch
            #expect(mismatch?.lineNumber == index + 10, "\(line)")
            #expect(mismatch?.got.isEmpty == false)
        }
    }

    @Test("what the flow says and no line stands for is reported")
    func unsaid() throws {
        #expect(try play(Array(Self.begin.prefix(1))).mismatch?.expected == "the end of the scenario")
        #expect(try play([Self.begin[0], Self.begin[2]]).mismatch?.lineNumber == 11)
        #expect(try play(Self.begin + [.notify(name: "more", json: "")]).mismatch?.got == "no further output")
    }

    @Test("a conversation as the flow has it passes and tells the transitions taken")
    func passes() throws {
        let result = try play(Self.begin + Self.answer)
        #expect(result.mismatch == nil)
        #expect(result.transitions == [0, 1])
    }

    @Test("refusals and errors are expected by code, type and class")
    func refusals() throws {
        let lines: [Scenario.Line] = [
            .submit(json: "{}"), .refused(code: "missing-parameter", parameter: "code"), .event("dance"),
            .refused(code: "unknown-event", parameter: nil), .select("x"),
            .refused(code: "event-not-accepted", parameter: nil), .submit(json: #"{"code":"123456"}"#),
            .call(operation: "Answer", json: #"{"Code":"123456","Session":"s"}"#), .error(type: "wrong", message: "no"),
            .present(step: "ENTER_CODE", error: "wrong", category: "mistake", json: ""), .event("timeout"),
            .end(outcome: "expired", error: nil, category: nil, json: ""),
        ]
        #expect(try play(Self.begin + lines).mismatch == nil)
    }

    @Test("after a result that the flow does not handle, it is back at its last step")
    func notHandled() throws {
        let files = [
            "s.service.xml": #"<service name="s"><operation name="Send"><input name="Word"/></operation></service>"#,
            "f.flow.xml": """
            <flow name="f" service="s.service.xml" start="ask">
              <data><value name="word"/></data>
              <step id="ask"><ask name="word"/><on event="submit" to="send"/></step>
              <?flowc allow="dropped-event" because="a test"?>
              <call id="send" operation="Send"><send name="Word" from="word"/><on event="success" to="done"/></call>
              <on event="cancel invalid" to="done"/>
              <end id="done"/>
            </flow>
            """,
        ]
        let compilation = FlowCompiler.compile(path: "f.flow.xml", loader: MemoryLoader(texts: files))
        let table = try TransitionTable(verifying: try #require(try compilation.table()))
        let answer: [Scenario.Line] = [
            .submit(json: #"{"word":"a"}"#), .call(operation: "Send", json: #"{"Word":"a"}"#),
        ]
        let end: [Scenario.Line] = [.reply(json: "{}"), .end(outcome: "done", error: nil, category: nil, json: "")]
        let ask: [Scenario.Line] = [
            .start(json: "{}"), .present(step: "ask", error: nil, category: nil, json: ""),
        ]
        let begin = ask + answer + [.error(type: "Odd", message: ""), .refused(code: "not-handled", parameter: "Odd")]
        #expect(try play(begin + answer + end, table: table).mismatch == nil)
        #expect(try play(begin + end, table: table).mismatch?.got.contains("event-not-accepted") == true)
    }

    @Test(
        "a value named error that a notification shows is not the pending error",
        arguments: ["text", "list", "map", "flag"])
    func namedError(type: String) throws {
        let flow = """
            <flow name="f" start="ask">
              <data><value name="word" type="\(type)"/></data>
              <step id="ask">
                <ask name="word" required="false"/>
                <on event="submit" to="done"><notify name="told"><show name="error" from="word"/></notify></on>
              </step>
              <on event="cancel" to="done"/>
              <end id="done"/>
            </flow>
            """
        let compilation = FlowCompiler.compile(path: "f.flow.xml", loader: MemoryLoader(texts: ["f.flow.xml": flow]))
        let table = try TransitionTable(verifying: try #require(try compilation.table(names: true, marks: true)))
        let scenarios = ScenarioGenerator(try #require(compilation.flow), table).scenarios
        #expect(!scenarios.isEmpty)
        for scenario in scenarios { #expect(ScenarioPlayer.play(scenario, table).passed) }
        let begin: [Scenario.Line] = [
            .start(json: "{}"), .present(step: "ask", error: nil, category: nil, json: ""), .submit(json: "{}"),
        ]
        let end: [Scenario.Line] = [.end(outcome: "done", error: nil, category: nil, json: "")]
        for (error, passes) in [("null", true), (#"{"type": "Odd"}"#, false), ("1", false), (#""x""#, false)] {
            let notify = Scenario.Line.notify(name: "told", json: #"{"error": \#(error)}"#)
            #expect(try (play(begin + [notify] + end, table: table).mismatch == nil) == passes, "\(error)")
        }
    }

    @Test("scripted handlers give and fail")
    func scripts() throws {
        let given = try play(
            replaced(1, by: .call(operation: "Begin", json: #"{"User":"ana","Proof":"p","Password":"x"}"#)),
            handlers: ["prove": .gives(json: #"{"proof":"p"}"#)])
        #expect(given.passed)
        let failed = try play(
            [Self.begin[0], .end(outcome: "failed", error: "broken", category: "other", json: #"{"username":"ana"}"#)],
            handlers: ["prove": .fails("broken")])
        #expect(failed.mismatch == nil)
    }

    @Test("coverage is the share of transitions taken")
    func coverage() throws {
        var coverage = Coverage(of: 0..<12)
        #expect(coverage.percent == 0)
        coverage.add(try play(Self.begin))
        coverage.add(try play([Self.begin[0], Self.begin[1], .error(type: "odd", message: "")]))
        #expect(coverage.missing == [2, 4, 5, 6, 7, 8, 9, 10, 11])
        #expect(coverage.percent == 25)
        #expect(Coverage(of: []).percent == 100)
    }

    @Test("stand-ins serve a runner, too")
    func runner() async throws {
        struct Refusing: FlowService {
            func call(_ request: FlowRequest) async -> FlowReply {
                .error(type: request.body["Proof"]?.string ?? "", message: "")
            }
        }
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: StandInHandlers().handlers, service: Refusing(), clock: ContinuousClock(),
            limits: FlowRunnerLimits(call: nil, handler: nil))
        let step = await runner.start(
            .object([
                JSONMember("username", .string("a")), JSONMember("password", .string("b")),
            ]))
        #expect(step.outcome?.error?.type == "<proof>")
    }
}

import FlowDiagnostics
import FlowCompiler
import FlowCore
import FlowDiagrams
import FlowIR
import TestSupport
import Testing

@Suite("What people should know about a state")
struct GuideTests {
    /// Returns the guide of a shipped flow, and the numbers of its states with their names.
    private static func guide(_ name: String) throws -> (guide: FlowGuide, states: [(number: Int, state: State)]) {
        let compilation = try Drawn.compiled("flows/\(name).flow.xml")
        let flow = try #require(compilation.flow)
        let states = zip(flow.states.indices, flow.states).map { ($0.rawValue, $1) }
        return (try #require(FlowGuide(compilation)), states)
    }

    /// Returns by name of a step: the numbers of attempts that the guide finds at it.
    private static func attempts(_ name: String) throws -> [String: Set<Int>] {
        let (guide, states) = try guide(name)
        var result: [String: Set<Int>] = [:]
        for (number, state) in states {
            guard case .present(let step) = state.kind else { continue }
            result[step.step.text, default: []].formUnion(guide.attemptLimits(at: number).map(\.maximum))
        }
        return result
    }

    @Test("a step has the limits of its attempts, unless it shows them itself")
    func attempts() throws {
        let kiosk = try Self.attempts("kiosk")
        #expect(kiosk["TYPE_THE_CODE"] == [3] && kiosk["TYPE_THE_PASSWORD"] == [3])
        #expect(kiosk["WHO_ARE_YOU"] == [] && kiosk["HOUSE_RULES"] == [] && kiosk["HOW_WILL_YOU_PROVE_IT"] == [])
        let shown = try Self.attempts("passwordless-email")
        #expect(shown["CONFIRM_SIGN_IN_WITH_EMAIL_CODE"] == [])
    }

    @Test(
        "every request has replies, each at most once, with the usual parameters in the body",
        arguments: ["amplify", "kiosk"])
    func replies(name: String) throws {
        let (guide, states) = try Self.guide(name)
        for (number, state) in states where state.isCall {
            let replies = guide.replies(at: number)
            #expect(Set(replies.map(\.name)).count == replies.count, "\(state.name)")
            #expect(replies.contains { $0.kind == .error }, "\(state.name)")
            for reply in replies where reply.kind == .challenge {
                let body = reply.body()
                #expect(body["ChallengeName"]?.string == reply.name && body["Session"] != nil, "\(state.name)")
            }
        }
        #expect(guide.replies(at: 0).isEmpty && guide.replies(at: -1).isEmpty && guide.replies(at: 100_000).isEmpty)
        #expect(guide.attemptLimits(at: 100_000).isEmpty && guide.about(state: -1).isEmpty)
    }

    @Test("a success has what the flow requires of it")
    func required() throws {
        let (guide, states) = try Self.guide("providers/device-grant")
        let request = try #require(states.first { $0.state.isCall })
        let success = try #require(guide.replies(at: request.number).first { $0.kind == .success })
        let body = success.body()
        #expect(body["device_code"] != nil && body["user_code"] != nil && body["verification_uri"] != nil)
        #expect(body["verification_uri_complete"] == nil)
    }

    @Test("a challenge has the parameters that the flow requires of it, in 'requires' or in a 'receive'")
    func requiredParameters() throws {
        let service = """
            <service name="s" answer="Answer">
              <reply name="r" challenge="next" parameters="hints" success="done"><output name="ticket"/></reply>
              <operation name="Login" reply="r"/>
              <operation name="Answer" reply="r" responses="answer"><input name="kind" variant="true"/></operation>
              <challenge name="CODE"><parameter name="phone"/><parameter name="wait"/><parameter name="note"/></challenge>
            </service>
            """
        let source = """
            <flow name="f" service="s.service.xml" start="login">
              <data><value name="seconds" type="seconds"/></data>
              <receive name="wait" into="seconds" required="true"/>
              <call id="login" operation="Login"><on challenge="CODE" to="CODE"/></call>
              <challenge name="CODE" requires="phone"/>
              <on event="success invalid" to="done"/><on challenge="*" to="done"/><on error="*" to="done"/>
              <end id="done"/>
            </flow>
            """
        let loader = MemoryLoader(texts: ["f.flow.xml": source, "s.service.xml": service])
        let compilation = FlowCompiler.compile(path: "f.flow.xml", loader: loader)
        let flow = try #require(compilation.flow)
        let request = try #require(zip(flow.states.indices, flow.states).first { $1.isCall })
        let guide = try #require(FlowGuide(compilation))
        let code = try #require(guide.replies(at: request.0.rawValue).first { $0.name == "CODE" })
        let hints = try #require(code.body()["hints"])
        #expect(hints["phone"]?.string == "<phone>" && hints["note"] == nil)
        #expect(hints["wait"] != nil && hints["wait"]?.string != "<wait>")
    }

    @Test("a text of a state is that of its node, or of the challenge that it answers; a command has its own")
    func texts() throws {
        let (guide, states) = try Self.guide("passwordless-email")
        let texts = Set(states.map { guide.about(state: $0.number) })
        #expect(texts.contains("A code from an authenticator app as second factor."))
        #expect(guide.about(command: "resend") == "Requests another code.")
        #expect(guide.about(command: "none") == "")
    }
}

import FlowDiagnostics
import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("A written table in a session")
struct SessionTests {
    private func session() throws -> FlowSession {
        FlowSession(try TransitionTable(of: EveryPartFlow.flow))
    }

    @Test("a required input that is empty, and one that is unknown, are refused")
    func refusedInputs() throws {
        var session = try session()
        #expect(session.start(.object([])) == .refused(FlowRefusal(.missingParameter, "name")))
        #expect(session.start(json(#"{"name": ""}"#)) == .refused(FlowRefusal(.missingParameter, "name")))
        #expect(session.start(json(#"{"name": "ana", "x": ""}"#)) == .refused(FlowRefusal(.unknownParameter, "x")))
        #expect(FlowRefusal(.unknownParameter, "x").message == "there is no input or ask named 'x'")
        #expect(
            session.start(json(#"{"name": "a", "seconds": "1m"}"#))
                == .refused(FlowRefusal(.notSeconds, "seconds")))
        #expect(session.outcome == nil && session.presentation == nil && session.request() == nil)
    }

    @Test("a reply without what it must bring is an invalid one")
    func invalidReply() throws {
        var session = try session()
        #expect(session.start(json(#"{"name": "ana"}"#)) == .call)
        #expect(session.reply(json(#"{"Challenge": "CODE"}"#)) == .end)
        #expect(session.outcome?.name == "failed" && session.outcome?.step == "FAILED")
        #expect(session.pendingError?.type == "missing-parameter" && session.pendingError?.category == "fatal")
    }

    @Test("a reply that cannot follow on the request is an invalid one and brings nothing")
    func unexpectedReply() throws {
        let replies = [
            ("OLD", #"{"Challenge": "OLD", "Session": "s"}"#), ("CODE", #"{"Challenge": "CODE", "Session": "s"}"#),
            ("success", #"{"Result": {}, "Session": "s"}"#),
        ]
        for (name, reply) in replies {
            var flow = EveryPartFlow.flow
            if case .call(var request) = flow.states[2].kind {
                request.barred = Replies(success: name == "success", challenges: [ByteString(name)])
                flow.states[2].kind = .call(request)
            }
            var session = FlowSession(try TransitionTable(of: flow))
            #expect(session.start(json(#"{"name": "ana"}"#)) == .call)
            let before = session.parameters.values
            #expect(session.reply(json(reply)) == .end && session.outcome?.name == "failed")
            #expect(session.pendingError?.type == "unexpected-reply" && session.pendingError?.message == name)
            #expect(Array(session.parameters.values[2...]) == Array(before[2...]))
        }
        var session = try session()
        #expect(session.start(json(#"{"name": "ana"}"#)) == .call)
        #expect(session.reply(json(#"{"Challenge": "NEW"}"#)) == .end && session.pendingError == nil)
    }

    @Test("requests, replies, steps, handlers and ends are read as the flow says")
    func conversation() throws {
        var session = try session()
        #expect(session.start(json(#"{"name": "ana", "secret": "s3"}"#)) == .call)
        let request = try #require(session.request())
        #expect(request.operation == "SignIn")
        #expect(request.body == json(#"{"Parameters": {"NAME": "ana"}, "Flow": "SIGN_IN", "Tags": "t:a,t:b"}"#))
        let reply = #"{"Challenge": "WAY", "Parameters": {"WAYS": "[\"way.MAIL\"]"}, "Attributes": {"a": "b"}}"#
        #expect(session.reply(json(reply)) == .present)
        #expect(session.presentation?.step == "WAY" && session.presentation?.timeLimit == 60)
        #expect(session.select("phone") == .refused(FlowRefusal(.notOffered, "way")))
        #expect(session.select("mail") == .present)
        let step = try #require(session.presentation)
        #expect(step.step == "CODE" && step.timeLimit == 180)
        #expect(step.parameters == json(#"{"to": "ana", "hint": "s3"}"#))
        #expect(session.submit(json(#"{"code": "12"}"#)) == .refused(FlowRefusal(.wrongLength, "code")))
        #expect(session.submit(json(#"{"code": "123456"}"#)) == .handle)
        #expect(session.work()?.handler == "hash")
        #expect(session.handled(json(#"{"hash": "h"}"#)) == .call)
        #expect(session.request()?.body["Meta"] == json(#"{"user.a": "b"}"#))
        #expect(session.reply(json(#"{"Result": {}}"#)) == .end)
        #expect(session.outcome?.name == "done")
        #expect(session.outcome?.parameters == json(#"{"to": "ana", "hint": "h"}"#))
    }

    @Test("an error leads back to the last step until its limit is reached")
    func limit() throws {
        var session = try session()
        #expect(session.start(json(#"{"name": "ana"}"#)) == .call)
        let asked = session.reply(json(#"{"Challenge": "CODE", "Session": "s"}"#))
        guard case .notify(let record) = asked else { throw FlowRefusal(.busy) }
        #expect(session.notification(record).name == "asked")
        #expect(session.proceed() == .present)
        for _ in 0..<2 {
            #expect(session.submit(json(#"{"code": "123456"}"#)) == .handle)
            #expect(session.handled(json(#"{"hash": "h"}"#)) == .call)
            #expect(session.fail(type: "Wrong", message: "no") == .present)
            #expect(session.presentation?.error?.category == "retry")
        }
        #expect(session.submit(json(#"{"code": "123456"}"#)) == .handle)
        #expect(session.handlerFailed("broken", "") == .end)
    }

    @Test("a null member of a map that a handler gives is left out")
    func nullInAMap() throws {
        let flow = """
            <flow name="f" start="begin">
              <handler name="find"><gives name="extras" type="map"/></handler>
              <choice id="begin">
                <handle handler="find"><on failure="*" to="failed"/></handle><otherwise to="done"/>
              </choice>
              <on event="cancel" to="failed"/>
              <end id="done"><show name="extras" from="extras"/></end><end id="failed"/>
            </flow>
            """
        let compiled = FlowFile.compile("f") { _ in Array(flow.utf8) }
        var session = FlowSession(try TransitionTable(verifying: try #require(compiled.table)))
        #expect(session.start(json("{}")) == .handle)
        #expect(session.handled(json(#"{"extras": {"a": "x", "b": null, "c": 1, "d": [2]}}"#)) == .end)
        #expect(session.outcome?.parameters == json(#"{"extras": {"a": "x", "c": "1", "d": "[2]"}}"#))
    }
}

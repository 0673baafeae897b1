import FlowRuntime
import TestSupport
import Testing

@Suite("A runner, where things go wrong")
struct FlowRunnerTests {
    private func runner(
        _ service: ScriptedService, handlers: FlowHandlers = proving, clock: ManualClock = ManualClock(),
        limits: FlowRunnerLimits = FlowRunnerLimits(), tracer: FlowTracer? = nil,
        notify: @escaping @Sendable (FlowNotification) async -> Void = { _ in }
    ) throws -> FlowRunner<ManualClock> {
        FlowRunner(
            try SampleFlow.table(), handlers: handlers, service: service, clock: clock, limits: limits, tracer: tracer,
            notify: notify)
    }

    @Test("events before the start are refused")
    func notStarted() async throws {
        let runner = try runner(ScriptedService())
        #expect(await runner.submit(json("{}")).refusal?.code == "event-not-accepted")
        #expect(await runner.select("SMS").refusal?.code == "event-not-accepted")
        #expect(await runner.cancel().refusal?.code == "event-not-accepted")
        #expect(await runner.send("resend").refusal?.code == "event-not-accepted")
        #expect(await runner.send("dance").refusal == FlowRefusal(.unknownEvent, "dance"))
        #expect(await runner.recover().refusal == FlowRefusal(.eventNotAccepted, "recover"))
        #expect(await runner.expiry() == nil)
        #expect(await runner.step == nil)
    }

    @Test("a session whose notifications are pending goes on behind them")
    func pendingNotifications() async throws {
        var session = FlowSession(try SampleFlow.table())
        _ = session.start(inputs)
        _ = session.handled(json(#"{"proof":"p"}"#))
        _ = session.reply(json(#"{"Token":"t-1"}"#))
        #expect(session.machine.isPaused)
        let runner = FlowRunner(
            session: session, handlers: proving, service: ScriptedService(challenge), clock: ManualClock())
        #expect(await runner.step?.outcome?.name == "done")
        #expect(await runner.state != nil)
        #expect(await runner.start(inputs).presentation?.step == "ENTER_CODE")
    }

    @Test("a missing, unknown, empty or wrong input is refused and nothing is sent")
    func badInputs() async throws {
        let service = ScriptedService()
        let runner = try runner(service)
        #expect(await runner.start(json("{}")).refusal == FlowRefusal(.missingParameter, "username"))
        #expect(await runner.start(json(#"{"username":"","password":"x"}"#)).refusal?.code == "missing-parameter")
        #expect(await runner.start(json(#"{"username":["a"],"password":"x"}"#)).refusal?.code == "wrong-type")
        #expect(
            await runner.start(json(#"{"username":"a","password":"x","y":"z"}"#)).refusal?.code == "unknown-parameter")
        #expect(await service.requests.isEmpty)
    }

    @Test("a refused answer leaves the step standing")
    func badAnswers() async throws {
        let runner = try runner(ScriptedService(challenge, success))
        #expect(await runner.start(inputs).presentation?.step == "ENTER_CODE")
        #expect(await runner.submit(json("{}")).refusal == FlowRefusal(.missingParameter, "code"))
        #expect(await runner.submit(json(#"{"code":"12"}"#)).refusal?.code == "wrong-length")
        #expect(await runner.submit(json(#"{"code":"12345a"}"#)).refusal?.code == "not-digits")
        #expect(await runner.send("back").refusal == FlowRefusal(.eventNotAccepted, "back"))
        #expect(await runner.step?.presentation?.step == "ENTER_CODE")
        #expect(await runner.submit(json(#"{"code":"123456"}"#)).outcome?.name == "done")
    }

    @Test("a handler that nobody registered fails as no-handler")
    func noHandler() async throws {
        let outcome = try await runner(ScriptedService(), handlers: FlowHandlers()).start(inputs).outcome
        #expect(outcome?.name == "failed")
        #expect(outcome?.error?.type == "no-handler")
    }

    @Test("a handler's failure, missing and wrong outputs reach the flow")
    func handlerFailures() async throws {
        let cases: [(FlowHandlers.Work, String)] = [
            ({ _ throws(FlowHandlerFailure) in throw FlowHandlerFailure("broken", "no luck") }, "broken"),
            ({ _ in [:] }, "missing-output"),
            ({ _ in FlowHandlerOutputs(json(#"{"proof":["a"]}"#)) }, "wrong-output"),
            ({ inputs throws(FlowHandlerFailure) in ["proof": try inputs.text("nothing")] }, "missing-input"),
        ]
        for (work, type) in cases {
            var handlers = FlowHandlers()
            handlers.register("prove", work)
            let outcome = try await runner(ScriptedService(), handlers: handlers).start(inputs).outcome
            #expect(outcome?.name == "failed")
            #expect(outcome?.error?.type == type)
        }
    }

    @Test("a registered handler can be replaced")
    func replacedHandler() async throws {
        let service = ScriptedService(challenge)
        var handlers = proving
        handlers.register("prove") { _ in ["proof": "another"] }
        _ = try await runner(service, handlers: handlers).start(inputs)
        #expect(await service.requests.first?.body["Proof"] == .string("another"))
    }

    @Test(
        "a reply that cannot be understood reaches the flow",
        arguments: [
            ("<html><body>Bad Gateway</body></html>", "malformed-reply"), ("", "malformed-reply"),
            (#"{"Challenge":"CO"#, "malformed-reply"), ("[]", "malformed-reply"), ("{}", "unrecognised-reply"),
            (#"{"Challenge":"NEW"}"#, "unknown-challenge"), (#"{"Challenge":7}"#, "wrong-type"),
            (#"{"Token":{}}"#, "wrong-type"),
        ])
    func badReply(text: String, type: String) async throws {
        let outcome = try await runner(ScriptedService(body(text))).start(inputs).outcome
        #expect(outcome?.name == "failed")
        #expect(outcome?.error?.type == type)
    }

    @Test("errors reach the flow with their class, known and unknown ones")
    func errors() async throws {
        let service = ScriptedService(
            challenge, .error(type: "wrong", message: "no"), .error(type: "network", message: "cable"))
        let runner = try runner(service)
        _ = await runner.start(inputs)
        let again = await runner.submit(json(#"{"code":"123456"}"#)).presentation
        #expect(again?.step == "ENTER_CODE")
        #expect(again?.error?.type == "wrong")
        #expect(again?.error?.message == "no")
        #expect(again?.error?.category == "mistake")
        let outcome = await runner.submit(json(#"{"code":"123456"}"#)).outcome
        #expect(outcome?.error?.type == "network")
        #expect(outcome?.error?.category == "other")
    }

    @Test("an error of the host with an event that takes none is ignored")
    func hostError() async throws {
        let runner = try runner(ScriptedService(challenge))
        _ = await runner.start(inputs)
        let outcome = await runner.send("cancel", error: ("no-window", "closed")).outcome
        #expect(outcome?.name == "cancelled")
        #expect(outcome?.error == nil)
    }

    @Test("a choice is narrowed to what was offered")
    func offered() async throws {
        let service = ScriptedService(body(#"{"Challenge":"CHOICE","Ways":["APP","SMS"]}"#), success)
        let runner = try runner(service)
        let step = await runner.start(inputs).presentation
        #expect(step?.asks.first?.words == ["SMS", "APP"])
        #expect(await runner.select("MAIL").refusal == FlowRefusal(.notOffered, "way"))
        #expect(await runner.select("APP").outcome?.name == "done")
    }

    @Test("notifications come in order before the step is returned")
    func notifications() async throws {
        let log = Log()
        let runner = try runner(
            ScriptedService(challenge, success),
            notify: { told in
                await Task.yield()
                log.add(told.name + told.parameters.jsonText)
            })
        _ = await runner.start(inputs)
        #expect(await runner.submit(json(#"{"code":"123456"}"#)).outcome?.parameters == json(#"{"token":"t-1"}"#))
        #expect(log.all == [#"signed-in{"username":"ana","token":"t-1"}"#, "later{}"])
    }

    @Test("a trace holds no secret, disclosed or not, and no message")
    func secrets() async throws {
        let log = Log()
        let service = ScriptedService(challenge, .error(type: "wrong", message: "hunter2 is wrong"), success)
        let runner = try runner(service, tracer: { log.add("\($0) \(String(reflecting: $0))") })
        _ = await runner.start(inputs)
        for _ in 0..<2 { _ = await runner.submit(json(#"{"code":"123456"}"#)) }
        let text = log.all.joined(separator: "\n")
        #expect(text.contains("Begin"))
        #expect(text.contains("<redacted>"))
        #expect(text.contains("signed-in"))
        for secret in ["hunter2", "s-1", "t-1"] { #expect(!text.contains(secret), "\(secret) in \(text)") }
        #expect(await service.requests.first?.body["Password"] == .string("hunter2"))
    }
}

import FlowRuntime
import TestSupport
import Testing

/// A journal that can fail or be slow, and counts its calls.
private actor FailingJournal: FlowJournal {
    private(set) var settled: [Bool] = []
    private var isDown: Bool
    private let delay: Duration

    init(isDown: Bool = false, delay: Duration = .zero) {
        self.isDown = isDown
        self.delay = delay
    }

    func turn(down: Bool) { isDown = down }

    func willCall(_ state: FlowSessionState) async throws(FlowHandlerFailure) {}

    func didSettle(_ state: FlowSessionState, hasEnded: Bool) async throws(FlowHandlerFailure) {
        if delay > .zero { try? await Task.sleep(for: delay) }
        settled.append(hasEnded)
        if isDown { throw FlowHandlerFailure("guard-unavailable") }
    }
}

/// A service that notes what it gets back.
private actor ReturningService: FlowService {
    private var replies: [FlowReply]
    private(set) var returned: [String] = []

    init(_ replies: FlowReply...) { self.replies = replies }

    func call(_ request: FlowRequest) async -> FlowReply {
        replies.isEmpty ? .error(type: "wrong", message: "") : replies.removeFirst()
    }

    func discard(_ reply: FlowReply, to request: FlowRequest) async { returned.append(request.operation) }
}

/// A service whose answer to a code takes longer than the step of the code lasts.
private struct SlowService: FlowService {
    let clock: ManualClock

    func call(_ request: FlowRequest) async -> FlowReply {
        if request.operation == "Begin" { return challenge }
        clock.advance(by: .seconds(180))
        return success
    }
}

@Suite("what a journal does not record has not happened")
struct RefusedRecordTests {
    private let clock = ManualClock()
    private let code = json(#"{"code":"123456"}"#)

    private func runner(_ service: any FlowService, _ journal: FailingJournal) throws -> FlowRunner<ManualClock> {
        FlowRunner(try SampleFlow.table(), handlers: proving, service: service, clock: clock, journal: journal)
    }

    @Test("a step: the start is refused, and the reply goes back")
    func step() async throws {
        let service = ReturningService(challenge)
        let runner = try runner(service, FailingJournal(isDown: true))
        #expect(await runner.start(inputs).refusal?.code == "guard-unavailable")
        #expect(await runner.step == nil)
        try await until { await service.returned == ["Begin"] }
    }

    @Test("an end: the event is refused, its reply goes back, and the step can be answered again")
    func end() async throws {
        let service = ReturningService(challenge, success, success)
        let journal = FailingJournal()
        let runner = try runner(service, journal)
        _ = await runner.start(inputs)
        await journal.turn(down: true)
        #expect(await runner.submit(code).refusal?.code == "guard-unavailable")
        #expect(await runner.step?.presentation?.step == "ENTER_CODE")
        try await until { await service.returned == ["Answer"] }
        #expect(await runner.cancel().refusal?.code == "guard-unavailable")
        await journal.turn(down: false)
        #expect(await runner.submit(code).outcome?.name == "done")
        #expect(await journal.settled == [false, true, true, true])
    }

    @Test("a canceled task: the host gets the outcome of its cancellation when it is recorded")
    func cancelledTask() async throws {
        let service = ScriptedService(challenge)
        let journal = FailingJournal(delay: .milliseconds(20))
        let runner = try runner(service, journal)
        _ = await runner.start(inputs)
        let wait = BackgroundWork { await runner.submit(code) }
        try await service.requests(atLeast: 2)
        wait.cancel()
        #expect(try await wait.value.outcome?.name == "cancelled")
        #expect(await journal.settled == [false, true])
        #expect(await runner.step?.outcome?.name == "cancelled")
    }

    @Test("a timeout: it is not tried again and again, and the next event ends the step")
    func timeout() async throws {
        let journal = FailingJournal()
        let runner = try runner(ReturningService(challenge), journal)
        _ = await runner.start(inputs)
        await journal.turn(down: true)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        try await until { await journal.settled.count == 2 }
        for _ in 0..<100 { await Task.yield() }
        #expect(await journal.settled.count == 2)
        await journal.turn(down: false)
        #expect(await runner.submit(code).outcome?.name == "expired")
    }

    @Test("an answer that outlives the limit of its step: the timeout follows by itself, once")
    func outlived() async throws {
        let journal = FailingJournal()
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: proving, service: SlowService(clock: clock), clock: clock,
            limits: FlowRunnerLimits(call: nil), journal: journal)
        _ = await runner.start(inputs)
        await journal.turn(down: true)
        #expect(await runner.submit(code).refusal?.code == "guard-unavailable")
        try await until { await journal.settled.count == 3 }
        for _ in 0..<100 { await Task.yield() }
        #expect(await journal.settled.count == 3)
        await journal.turn(down: false)
        #expect(await runner.submit(code).outcome?.name == "expired")
    }

    @Test("a runner with a journal carries out one sign-in")
    func oneStart() async throws {
        let runner = try runner(ReturningService(challenge, challenge, success), FailingJournal())
        #expect(await runner.start(json("{}")).refusal?.code == "missing-parameter")
        _ = await runner.start(inputs)
        #expect(await runner.start(inputs).refusal?.code == "event-not-accepted")
        #expect(await runner.cancel().outcome?.name == "cancelled")
        #expect(await runner.start(inputs).refusal?.code == "event-not-accepted")
    }
}

@Suite("secrets of events that a flow refuses")
struct RefusedSecretTests {
    private let clock = ManualClock()

    /// Sends an event with a secret that nobody else holds.
    /// - Returns: the refusal's code, and whether the runner still holds the secret.
    private func refused(
        _ send: (FlowSecret) async -> FlowStep
    ) async -> (code: String?, isHeld: Bool) {
        weak var held: FlowSecret?
        var code: String?
        do {
            let secret = FlowSecret("hunter2-hunter2")
            held = secret
            code = await send(secret).refusal?.code
        }
        return (code, held != nil)
    }

    @Test("are let go of at once, whyever the event is refused")
    func letGo() async throws {
        let service = ScriptedService(challenge)
        let runner = FlowRunner(try SampleFlow.table(), handlers: proving, service: service, clock: clock)
        let early = await refused { await runner.submit(["x": "y"], secrets: ["code": $0]) }
        #expect(early.code == "event-not-accepted" && !early.isHeld)
        let unknown = await refused { await runner.start(["nonsense": "x"], secrets: ["password": $0]) }
        #expect(unknown.code == "unknown-parameter" && !unknown.isHeld)
        #expect(await runner.start(inputs).presentation != nil)
        let wrong = await refused { await runner.submit([:], secrets: ["code": $0]) }
        #expect(wrong.code == "not-digits" && !wrong.isHeld)
        let work = BackgroundWork { await runner.submit(json(#"{"code":"123456"}"#)) }
        try await service.requests(atLeast: 2)
        let busy = await refused { await runner.submit([:], secrets: ["code": $0]) }
        #expect(busy.code == "busy" && !busy.isHeld)
        _ = await runner.cancel()
        _ = try await work.value
    }

    @Test("go, too, where the event gets the step of a timeout instead")
    func untold() async throws {
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: proving, service: ScriptedService(challenge), clock: clock)
        _ = await runner.start(inputs)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        try await until { await runner.step?.outcome != nil }
        let late = await refused { await runner.submit([:], secrets: ["code": $0]) }
        #expect(late.code == nil && !late.isHeld)
    }
}

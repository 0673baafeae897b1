import FlowRuntime
import TestSupport
import Testing

@Suite("Time limits and kept sessions")
struct FlowRunnerTimeTests {
    private let clock = ManualClock()
    private let code = json(#"{"code":"123456"}"#)

    private func started(_ replies: FlowReply...) async throws -> FlowRunner<ManualClock> {
        let service = ScriptedService(challenge)
        for reply in replies { await service.add(reply) }
        let runner = FlowRunner(try SampleFlow.table(), handlers: proving, service: service, clock: clock)
        #expect(await runner.start(inputs).presentation?.timeLimit == 180)
        return runner
    }

    @Test("an answer in time counts, a late one gets the timeout")
    func lateSubmit() async throws {
        let inTime = try await started(success)
        clock.advance(by: .seconds(179))
        #expect(await inTime.submit(code).outcome?.name == "done")
        let late = try await started(success)
        clock.advance(by: .seconds(180))
        #expect(await late.submit(code).outcome?.name == "expired")
    }

    @Test("the host's clock may return any time", arguments: [Int64.min, -1, 1 << 50, Int64.max])
    func anyTime(_ seconds: Int64) async throws {
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: proving, service: ScriptedService(challenge, success), clock: clock,
            now: .seconds(seconds))
        #expect(await runner.start(inputs).presentation?.timeLimit == 180)
        #expect(await runner.timeLeft == .seconds(180))
        clock.advance(by: .seconds(179))
        #expect(await runner.submit(code).outcome?.name == "done")
    }

    @Test("without a timer, the next event gets the timeout")
    func noTimer() async throws {
        var limits = FlowRunnerLimits()
        limits.hasStepTimer = false
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: proving, service: ScriptedService(challenge, success), clock: clock,
            limits: limits)
        #expect(await runner.start(inputs).presentation?.timeLimit == 180)
        let state = try #require(await runner.state)
        #expect(await runner.timeLeft == .seconds(180))
        #expect(await runner.expiry() == nil)
        clock.advance(by: .seconds(180))
        for _ in 0..<100 { await Task.yield() }
        #expect(await runner.step?.presentation?.step == "ENTER_CODE")
        #expect(await runner.submit(code).outcome?.name == "expired")
        let resumed = FlowRunner(
            session: try FlowSession(restoring: state, try SampleFlow.table()), handlers: proving,
            service: ScriptedService(success), clock: clock, elapsed: .seconds(170), limits: limits)
        #expect(await resumed.timeLeft == .seconds(10))
        #expect(await resumed.submit(code).outcome?.name == "done")
    }

    @Test("the time left decreases to zero, and an end has none")
    func timeLeft() async throws {
        let runner = try await started()
        #expect(await runner.timeLeft == .seconds(180))
        clock.advance(by: .seconds(170))
        #expect(await runner.submit(json("{}")).refusal != nil)
        #expect(await runner.timeLeft == .seconds(10))
        #expect(await runner.cancel().outcome != nil)
        #expect(await runner.timeLeft == nil)
    }

    @Test("a late command and a late cancel get the timeout, a late start begins anew")
    func lateCommands() async throws {
        let command = try await started()
        let cancel = try await started()
        let start = try await started(challenge)
        clock.advance(by: .seconds(500))
        #expect(await command.send("resend").outcome?.name == "expired")
        #expect(await cancel.cancel().outcome?.name == "expired")
        #expect(await start.start(inputs).presentation?.step == "ENTER_CODE")
    }

    @Test("a refused answer does not lengthen the time")
    func refusedInBetween() async throws {
        let runner = try await started(success)
        clock.advance(by: .seconds(170))
        #expect(await runner.submit(json("{}")).refusal != nil)
        clock.advance(by: .seconds(10))
        #expect(await runner.submit(code).outcome?.name == "expired")
    }

    @Test("who waits for the expiry gets the flow's step")
    func expiry() async throws {
        let runner = try await started()
        async let step = runner.expiry()
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        #expect(await step?.outcome?.name == "expired")
    }

    @Test("who waits for the expiry goes free when the step is answered or the task cancelled")
    func expiryEnds() async throws {
        let runner = try await started(success)
        let cancelled = BackgroundWork { await runner.expiry() }
        let answered = BackgroundWork { await runner.expiry() }
        cancelled.cancel()
        #expect(try await cancelled.value == nil)
        #expect(await runner.submit(code).outcome?.name == "done")
        #expect(try await answered.value == nil)
    }

    @Test("a step that is left alone ends when its time is over")
    func leftAlone() async throws {
        let runner = try await started()
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        try await until { await runner.step?.outcome?.name == "expired" }
    }

    @Test("the end by time is given once, to the next event that is no start", arguments: 0..<3)
    func givenOnce(_ way: Int) async throws {
        let runner = try await started(challenge)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        try await until { await runner.step?.outcome != nil }
        let step =
            switch way {
            case 0: await runner.submit(code)
            case 1: await runner.cancel()
            default: try #require(await runner.expiry())
            }
        #expect(step.outcome?.name == "expired")
        #expect(await runner.submit(code).refusal?.code == "event-not-accepted")
        #expect(await runner.expiry() == nil)
        #expect(await runner.start(inputs).presentation != nil)
    }

    @Test("a refused answer does not stop the time")
    func timeGoesOnAfterARefusal() async throws {
        let runner = try await started()
        #expect(await runner.submit(json("{}")).refusal != nil)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        try await until { await runner.step?.outcome?.name == "expired" }
    }

    @Test("a runner that nobody holds is gone, whatever time its step has left")
    func letGo() async throws {
        weak var runner: FlowRunner<ManualClock>?
        do {
            let held = try await started()
            runner = held
            try await clock.sleepers(1)
        }
        try await clock.noSleepers()
        #expect(runner == nil)
    }

    @Test("a kept session goes on in another runner")
    func kept() async throws {
        let state = try #require(await started().state)
        let session = try FlowSession(restoring: state, SampleFlow.table())
        let runner = FlowRunner(
            session: session, handlers: proving, service: ScriptedService(success), clock: clock, elapsed: .seconds(100)
        )
        #expect(await runner.step?.presentation?.step == "ENTER_CODE")
        clock.advance(by: .seconds(79))
        #expect(await runner.submit(code).outcome?.name == "done")
    }

    @Test("the time that a kept session was away counts")
    func keptTooLong() async throws {
        let session = try FlowSession(restoring: try #require(await started().state), SampleFlow.table())
        let runner = FlowRunner(
            session: session, handlers: proving, service: ScriptedService(success), clock: clock, elapsed: .seconds(300)
        )
        #expect(await runner.submit(code).outcome?.name == "expired")
    }

    @Test("a state of another table, or a damaged one, is refused")
    func foreign() async throws {
        let table = try SampleFlow.table()
        let state = try #require(await started().state)
        var other = state
        other.checksum ^= 1
        #expect(throws: FlowRestoreError.anotherTable) { try FlowSession(restoring: other, table) }
        let damages: [(inout FlowSessionState) -> Void] = [
            { $0.state = -1 }, { $0.state = 1000 }, { $0.lastPresented = 4 }, { $0.counters = [] }, { $0.values = [] },
            { $0.values[2] = .list(["ana"]) }, { $0.values[8] = .text("x") },
        ]
        for damage in damages {
            var damaged = state
            damage(&damaged)
            #expect(throws: FlowRestoreError.damagedState) { try FlowSession(restoring: damaged, table) }
        }
    }
}

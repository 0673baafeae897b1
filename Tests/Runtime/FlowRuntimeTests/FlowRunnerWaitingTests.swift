import FlowRuntime
import TestSupport
import Testing

@Suite("Every call that a host awaits returns")
struct FlowRunnerWaitingTests {
    private let clock = ManualClock()
    private let code = json(#"{"code":"123456"}"#)

    private func runner(
        _ service: ScriptedService, handlers: FlowHandlers = proving, limits: FlowRunnerLimits = FlowRunnerLimits()
    ) throws -> FlowRunner<ManualClock> {
        FlowRunner(try SampleFlow.table(), handlers: handlers, service: service, clock: clock, limits: limits)
    }

    private var hanging: FlowHandlers {
        var handlers = FlowHandlers()
        handlers.register("prove") { _ in await waitForEver() }
        return handlers
    }

    @Test("a cancelled wait goes back to the step where the flow takes no cancel")
    func cancelledBegin() async throws {
        let service = ScriptedService()
        let runner = try runner(service)
        let wait = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        wait.cancel()
        #expect(try await wait.value.refusal?.code == "cancelled")
        #expect(await runner.step == nil)
        await service.add(challenge)
        #expect(await runner.start(inputs).presentation?.step == "ENTER_CODE")
    }

    @Test("a cancelled wait becomes the flow's cancel where the flow takes it")
    func cancelledAnswer() async throws {
        let service = ScriptedService(challenge)
        let runner = try runner(service)
        _ = await runner.start(inputs)
        let wait = BackgroundWork { await runner.submit(code) }
        try await service.requests(atLeast: 2)
        wait.cancel()
        #expect(try await wait.value.outcome?.name == "cancelled")
    }

    @Test("a handler that hangs ends with the wait")
    func cancelledHandler() async throws {
        let runner = try runner(ScriptedService(), handlers: hanging)
        let wait = BackgroundWork { await runner.start(inputs) }
        try await clock.sleepers(1)
        wait.cancel()
        #expect(try await wait.value.refusal?.code == "cancelled")
    }

    @Test("a task that was cancelled before sends nothing")
    func cancelledBefore() async throws {
        let service = ScriptedService(challenge)
        let runner = try runner(service)
        let wait = BackgroundWork {
            while !Task.isCancelled { await Task.yield() }
            return await runner.start(inputs)
        }
        wait.cancel()
        #expect(try await wait.value.refusal?.code == "cancelled")
        #expect(await service.requests.isEmpty)
    }

    @Test("work learns that it is cancelled")
    func workIsCancelled() async throws {
        let log = Log()
        var handlers = FlowHandlers()
        handlers.register("prove") { _ in
            while !Task.isCancelled { await Task.yield() }
            log.add("cancelled")
            return [:]
        }
        let runner = try runner(ScriptedService(), handlers: handlers)
        let wait = BackgroundWork { await runner.start(inputs) }
        try await clock.sleepers(1)
        wait.cancel()
        _ = try await wait.value
        try await until { !log.all.isEmpty }
    }

    @Test("a service that never answers becomes an error when its time is over")
    func callLimit() async throws {
        let runner = try runner(ScriptedService(), limits: FlowRunnerLimits(call: .seconds(5), handler: nil))
        async let step = runner.start(inputs)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        let outcome = await step.outcome
        #expect(outcome?.name == "failed")
        #expect(outcome?.error?.type == "no-answer")
    }

    @Test("a handler that never gives a result fails when its time is over")
    func handlerLimit() async throws {
        let runner = try runner(ScriptedService(), handlers: hanging, limits: FlowRunnerLimits(handler: .seconds(9)))
        async let step = runner.start(inputs)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(9))
        #expect(await step.outcome?.error?.type == "no-result")
    }

    @Test("a call while another runs is refused, and the first goes on")
    func busy() async throws {
        let service = ScriptedService()
        let runner = try runner(service)
        let first = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        #expect(await runner.submit(code).refusal == FlowRefusal(.busy, "submit"))
        #expect(await runner.send("resend").refusal == FlowRefusal(.busy, "resend"))
        #expect(await runner.cancel().refusal == FlowRefusal(.busy, "cancel"))
        #expect(await runner.start(json("{}")).refusal?.code == "missing-parameter")
        first.cancel()
        #expect(try await first.value.refusal?.code == "cancelled")
    }

    @Test("a start takes the place of what runs, as the flow says")
    func startedAnew() async throws {
        let service = ScriptedService()
        let runner = try runner(service)
        let first = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        await service.add(challenge)
        let step = await runner.start(json(#"{"username":"bob","password":"x"}"#)).presentation
        #expect(step?.parameters["for"] == .string("bob"))
        #expect(try await first.value.refusal == FlowRefusal(.superseded, "start"))
        #expect(await runner.step?.presentation?.step == "ENTER_CODE")
    }

    @Test("a cancel takes the place of what runs where the flow takes it there")
    func cancelledByCall() async throws {
        let service = ScriptedService(challenge)
        let runner = try runner(service)
        _ = await runner.start(inputs)
        let first = BackgroundWork { await runner.submit(code) }
        try await service.requests(atLeast: 2)
        #expect(await runner.cancel().outcome?.name == "cancelled")
        #expect(try await first.value.refusal == FlowRefusal(.superseded, "submit"))
    }

    @Test("many starts and cancellations at once all return")
    func storm() async throws {
        let service = ScriptedService()
        let runner = try runner(service)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = Task { number % 3 == 0 ? await runner.cancel() : await runner.start(inputs) }
                    if number % 2 == 0 { task.cancel() }
                    await Task.yield()
                    task.cancel()
                    _ = await task.value
                }
            }
        }
        await service.add(challenge)
        #expect(await runner.start(inputs).presentation?.step == "ENTER_CODE")
    }

    @Test("a notification that nobody takes ends with the wait, and what it told stands")
    func hangingNotification() async throws {
        let arrived = Log()
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: proving, service: ScriptedService(success), clock: clock,
            notify: { _ in
                arrived.add("told")
                await waitForEver() as Void
            })
        let wait = BackgroundWork { await runner.start(inputs) }
        try await until { !arrived.all.isEmpty }
        wait.cancel()
        #expect(try await wait.value.outcome?.name == "done")
    }

    private func runnerThatHangs(_ service: ScriptedService, _ arrived: Log) throws -> FlowRunner<ManualClock> {
        FlowRunner(
            try SampleFlow.table(), handlers: proving, service: service, clock: clock,
            notify: { _ in
                arrived.add("told")
                await waitForEver() as Void
            })
    }

    /// Lets the time of the sample's two notifications pass.
    private func letPass(_ arrived: Log) async throws {
        for count in 1...2 {
            try await until { arrived.all.count >= count }
            try await clock.sleepers(1)
            clock.advance(by: .seconds(10))
        }
    }

    @Test("a notification that never returns holds the flow up no longer than its limit")
    func endlessNotification() async throws {
        let arrived = Log()
        let runner = try runnerThatHangs(ScriptedService(success), arrived)
        let wait = BackgroundWork { await runner.start(inputs) }
        try await letPass(arrived)
        #expect(try await wait.value.outcome?.name == "done")
    }

    @Test("a start gets through while a notification never returns")
    func startDuringNotification() async throws {
        let (service, arrived) = (ScriptedService(success), Log())
        let runner = try runnerThatHangs(service, arrived)
        let wait = BackgroundWork { await runner.start(inputs) }
        try await until { !arrived.all.isEmpty }
        await service.add(challenge)
        #expect(await runner.start(inputs).presentation?.step == "ENTER_CODE")
        #expect(try await wait.value.refusal?.code == "superseded")
    }

    /// What was told has happened: the sample ends with it, and an end takes no cancel.
    @Test("a cancellation is answered while a notification never returns")
    func cancelDuringNotification() async throws {
        let arrived = Log()
        let runner = try runnerThatHangs(ScriptedService(success), arrived)
        let wait = BackgroundWork { await runner.start(inputs) }
        try await until { !arrived.all.isEmpty }
        #expect(await runner.cancel().refusal == FlowRefusal(.busy, "cancel"))
        try await letPass(arrived)
        #expect(try await wait.value.outcome?.name == "done")
    }
}

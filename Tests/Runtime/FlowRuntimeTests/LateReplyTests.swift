import FlowRuntime
import TestSupport
import Testing

@Suite("A reply that comes when nobody waits for it any more")
struct LateReplyTests {
    private let clock = ManualClock()
    private let service = HeldService()
    private let code = json(#"{"code":"123456"}"#)

    private func runner(call limit: Duration? = nil) throws -> FlowRunner<ManualClock> {
        FlowRunner(
            try SampleFlow.table(), handlers: proving, service: service, clock: clock,
            limits: FlowRunnerLimits(call: limit, handler: nil))
    }

    /// Starts, and cancels while the service holds its reply.
    private func cancelStart(of runner: FlowRunner<ManualClock>) async throws {
        let wait = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        wait.cancel()
        #expect(try await wait.value.refusal?.code == "cancelled")
    }

    @Test("after a cancellation the service gets it back, once")
    func cancelled() async throws {
        let runner = try runner()
        try await cancelStart(of: runner)
        #expect(await service.discarded.isEmpty)
        await service.answer(0, challenge)
        try await until { await service.discarded.count == 1 }
        #expect(await service.discarded == ["Begin: {\"Challenge\":\"CODE\",\"Session\":\"s-1\"}"])
        #expect(await !service.wasCancelled)
        #expect(await runner.step == nil)
    }

    @Test("after the time for a request the service gets it back, and a start works at once")
    func expired() async throws {
        let runner = try runner(call: .seconds(5))
        let first = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        #expect(try await first.value.outcome?.error?.type == "no-answer")
        // The request of before is still on its way.
        let second = BackgroundWork { await runner.start(json(#"{"username":"bob","password":"x"}"#)) }
        try await service.requests(atLeast: 2)
        await service.answer(1, challenge)
        #expect(try await second.value.presentation?.parameters["for"] == .string("bob"))
        await service.answer(0, success)
        try await until { await service.discarded.count == 1 }
        #expect(await service.discarded == ["Begin: {\"Token\":\"t-1\"}"])
        #expect(await runner.step?.presentation?.parameters["for"] == .string("bob"))
    }

    @Test("after a start in its place the service gets it back, and it is not the new one's")
    func superseded() async throws {
        let runner = try runner()
        let first = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        let second = BackgroundWork { await runner.start(json(#"{"username":"bob","password":"x"}"#)) }
        try await service.requests(atLeast: 2)
        #expect(try await first.value.refusal == FlowRefusal(.superseded, "start"))
        await service.answer(0, success)
        try await until { await service.discarded.count == 1 }
        await service.answer(1, challenge)
        #expect(try await second.value.presentation?.parameters["for"] == .string("bob"))
        #expect(await service.discarded.count == 1)
    }

    @Test("an error has nothing to give back but reaches the service too")
    func lateError() async throws {
        let runner = try runner()
        try await cancelStart(of: runner)
        await service.answer(0, .error(type: "wrong", message: ""))
        try await until { await service.discarded == ["Begin: wrong"] }
    }

    @Test("a reply in time is not given back")
    func inTime() async throws {
        let runner = try runner(call: .seconds(5))
        for (number, reply) in [challenge, success].enumerated() {
            let wait = BackgroundWork {
                number == 0 ? await runner.start(inputs) : await runner.submit(code)
            }
            try await service.requests(atLeast: number + 1)
            await service.answer(number, reply)
            _ = try await wait.value
        }
        #expect(await runner.step?.outcome?.name == "done")
        #expect(await service.discarded.isEmpty)
    }

    @Test("a cancellation at any moment: the reply is taken or given back, and never both", arguments: 0..<200)
    func anyMoment(round: Int) async throws {
        let runner = try runner()
        let wait = BackgroundWork { await runner.start(inputs) }
        try await service.requests(atLeast: 1)
        async let answered: Void = service.answer(0, challenge)
        for _ in 0..<(round % 20) { await Task.yield() }
        wait.cancel()
        await answered
        let step = try await wait.value
        if step.presentation != nil {
            #expect(await service.discarded.isEmpty)
        } else {
            #expect(step.refusal?.code == "cancelled")
            try await until { await service.discarded.count == 1 }
        }
    }
}

/// A service that answers when a test says so, whatever becomes of who waits.
private actor HeldService: FlowService {
    private var held: [CheckedContinuation<FlowReply, Never>] = []
    /// The replies that nobody waited for, with the operations that they answer.
    private(set) var discarded: [String] = []
    /// Whether a reply was given back in a cancelled task.
    private(set) var wasCancelled = false

    func call(_ request: FlowRequest) async -> FlowReply {
        await withCheckedContinuation { held.append($0) }
    }

    func discard(_ reply: FlowReply, to request: FlowRequest) {
        wasCancelled = wasCancelled || Task.isCancelled
        switch reply {
        case .body(let bytes):
            discarded = discarded + ["\(request.operation): \(String(decoding: bytes, as: UTF8.self))"]
        case .error(let type, _): discarded = discarded + ["\(request.operation): \(type)"]
        }
    }

    func requests(atLeast count: Int) async throws { try await until { await self.held.count >= count } }

    func answer(_ number: Int, _ reply: FlowReply) { held[number].resume(returning: reply) }
}

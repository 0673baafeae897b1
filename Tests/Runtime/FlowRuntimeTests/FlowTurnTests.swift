import FlowRuntime
import TestSupport
import Testing

@Suite("Turns: steps that can be answered once")
struct FlowTurnTests {
    private let clock = ManualClock()

    private var given: FlowValues {
        var values = FlowValues()
        values.set("username", "ana")
        values.set("password", FlowSecret("hunter2"))
        return values
    }

    private var code: FlowValues {
        var values = FlowValues()
        values.set("code", "123456")
        return values
    }

    private func session(_ replies: FlowReply...) async throws -> AnyFlowRunner {
        let service = ScriptedService(challenge)
        for reply in replies { await service.add(reply) }
        return AnyFlowRunner(FlowRunner(try SampleFlow.table(), handlers: proving, service: service, clock: clock))
    }

    @Test("a turn is answered once; an answer to an earlier one changes nothing")
    func answeredOnce() async throws {
        let session = try await session(challenge, success)
        let first = try await session.start(given)
        let second = try await first.send("resend")
        #expect(second.number == 2)
        for event in 0..<3 {
            await #expect(throws: FlowRefusal.self) {
                switch event {
                case 0: _ = try await first.submit(code)
                case 1: _ = try await first.send("resend")
                default: _ = try await first.send("cancel")
                }
            }
        }
        #expect(await session.turn?.number == 2)
        #expect(await first.timeLeft == nil)
        let end = try await second.submit(code)
        #expect(end.isEnd("done"))
        await #expect(throws: FlowRefusal(.superseded, "submit")) { _ = try await second.submit(code) }
    }

    @Test("after a refusal, the same turn can be answered")
    func refusedTurn() async throws {
        let session = try await session(success)
        let step = try await session.start(given)
        await #expect(throws: FlowRefusal(.missingParameter, "code")) { _ = try await step.submit(FlowValues()) }
        #expect(try await step.submit(code).isEnd("done"))
    }

    @Test("setting a value again replaces it, and nil removes it")
    func valueSetAgain() async throws {
        let session = try await session(success)
        let step = try await session.start(given)
        var values = code
        values.set("code", nil as String?)
        let removed = values
        await #expect(throws: FlowRefusal(.missingParameter, "code")) { _ = try await step.submit(removed) }
        values.set("code", FlowSecret("planted"))
        values.set("code", "planted")
        values.set("code", "123456")
        #expect(try await step.submit(values).isEnd("done"))
    }

    @Test("a turn says which commands it accepts, until it ends; asking changes nothing")
    func accepts() async throws {
        let session = try await session(success)
        let step = try await session.start(given)
        #expect(await step.accepts("cancel"))
        #expect(await step.accepts("resend"))
        #expect(await !step.accepts("back"))
        #expect(await !step.accepts("unknown"))
        #expect(try await step.submit(code).isEnd("done"))
        #expect(await !step.accepts("cancel"))
    }

    @Test("the accepted commands of a session are those that it does not refuse")
    func acceptedCommands() async throws {
        let table = try SampleFlow.table()
        let runner = FlowRunner(
            table, handlers: proving, service: ScriptedService(challenge, success), clock: ManualClock())
        var lists = [FlowSession(table).acceptedCommands]
        let events: [() async -> FlowStep] = [
            { await runner.start(inputs) }, { await runner.submit(json(#"{"code":"123456"}"#)) },
        ]
        for event in events {
            #expect(await event().refusal == nil)
            let session = try FlowSession(restoring: try #require(await runner.state), table)
            lists.append(session.acceptedCommands)
            let sent = table.commands.filter { name in
                var copy = session
                if case .refused = copy.send(name) { return false }
                return true
            }
            #expect(session.acceptedCommands == sent)
        }
        #expect(lists == [[], ["resend", "cancel"], []])
    }

    @Test("a step that is left alone expires, and whoever only iterates gets the step of the timeout")
    func expiresAlone() async throws {
        let session = try await session()
        let numbers = Log()
        let loop = Task { for await turn in session.turns { numbers.add(turn.name) } }
        _ = try await session.start(given)
        try await until { numbers.all == ["ENTER_CODE"] }
        try await clock.sleepers(1)
        clock.advance(by: .seconds(179))
        #expect(await session.turn?.timeLeft == .seconds(1))
        clock.advance(by: .seconds(1))
        await loop.value
        #expect(numbers.all == ["ENTER_CODE", "expired"])
    }

    @Test("the step of a timeout is neither returned in place of an answer to it, nor is an old answer applied to it")
    func answerAfterTimeout() async throws {
        let session = try await session(challenge, success)
        let old = try await session.start(given)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(180))
        try await until { await session.turn?.number == 2 }
        await #expect(throws: FlowRefusal(.superseded, "submit")) { _ = try await old.submit(code) }
        #expect(try await session.start(given).name == "ENTER_CODE")
    }

    @Test("everybody who iterates gets each turn that is awaited, and submit returns the same turn")
    func severalIterate() async throws {
        let session = try await session(challenge, success)
        let logs = [Log(), Log()]
        let loops = logs.map { log in
            Task { for await turn in session.turns { log.add("\(turn.number) \(turn.name)") } }
        }
        let first = try await session.start(given)
        try await until { logs.allSatisfy { $0.all.count == 1 } }
        let second = try await first.send("resend")
        try await until { logs.allSatisfy { $0.all.count == 2 } }
        #expect(try await second.submit(code).number == 3)
        for loop in loops { await loop.value }
        for log in logs { #expect(log.all == ["1 ENTER_CODE", "2 ENTER_CODE", "3 done"]) }
    }

    @Test("who begins late gets the current turn, who is slow only the latest")
    func latest() async throws {
        let session = try await session(challenge, success)
        let first = try await session.start(given)
        var turns = session.turns.makeAsyncIterator()
        #expect(await turns.next()?.number == 1)
        _ = try await first.send("resend").submit(code)
        #expect(await turns.next()?.number == 3)
        #expect(await turns.next() == nil)
    }

    @Test("an event that another one replaces returns, also if an iteration began while it waited")
    func iterationDuringEvent() async throws {
        let service = ScriptedService(challenge)
        let session = AnyFlowRunner(
            FlowRunner(try SampleFlow.table(), handlers: proving, service: service, clock: clock))
        let step = try await session.start(given)
        let replaced = BackgroundWork {
            await #expect(throws: FlowRefusal(.superseded, "submit")) { _ = try await step.submit(code) }
        }
        try await service.requests(atLeast: 2)
        var turns = session.turns.makeAsyncIterator()
        #expect(await turns.next()?.number == 1)
        #expect(try await session.cancel().isEnd("cancelled"))
        _ = try await replaced.value
    }

    @Test("a cancelled iteration ends, and the session goes on without it")
    func cancelledIteration() async throws {
        let session = try await session(success)
        let step = try await session.start(given)
        let seen = Log()
        let loop = Task { for await turn in session.turns { seen.add(turn.name) } }
        try await until { seen.all.count == 1 }
        loop.cancel()
        await loop.value
        #expect(try await step.submit(code).isEnd("done"))
        #expect(seen.all == ["ENTER_CODE"])
    }

    @Test("a session that its host lets go ends, also in the middle of an iteration")
    func letGo() async throws {
        let runner = WeakReference<FlowRunner<ManualClock>>()
        do {
            let service = ScriptedService(challenge)
            let kept = FlowRunner(try SampleFlow.table(), handlers: proving, service: service, clock: clock)
            runner.object = kept
            let session = AnyFlowRunner(kept)
            _ = try await session.start(given)
            for await _ in session.turns { break }
            try await clock.sleepers(1)
        }
        try await until { runner.object == nil }
        try await clock.noSleepers()
    }
}

extension FlowTurn {
    /// The name of the step or the outcome.
    fileprivate var name: String {
        switch content {
        case .step(let presentation): presentation.step
        case .end(let outcome): outcome.name
        }
    }

    /// Whether the flow has ended with an outcome.
    fileprivate func isEnd(_ name: String) -> Bool {
        if case .end(let outcome) = content { outcome.name == name } else { false }
    }
}

/// An object that the test does not keep alive. Only one task writes it.
private final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
    weak var object: Object?
}

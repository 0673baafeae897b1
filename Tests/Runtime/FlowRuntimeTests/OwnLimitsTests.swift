import FlowRuntime
import TestSupport
import Testing

/// A journal that the runner awaits in the task of the event, and that a test can hold up.
private actor HeldJournal: FlowJournal {
    nonisolated let hasOwnLimits = true
    private(set) var lines: [String] = []
    private var held: String?
    private var waiting: CheckedContinuation<Void, Never>?

    /// Holds up the next call of this name.
    func hold(_ name: String) { held = name }

    /// Lets the call that is held up return.
    func release() {
        waiting?.resume()
        waiting = nil
    }

    func willCall(_ state: FlowSessionState) async { await record("call") }

    func didSettle(_ state: FlowSessionState, hasEnded: Bool) async { await record(hasEnded ? "end" : "step") }

    private func record(_ name: String) async {
        if held == name {
            held = nil
            await withCheckedContinuation { waiting = $0 }
        }
        lines.append(name)
    }

    /// Waits until a call is held up.
    func awaitHeld() async throws { try await until { await self.waiting != nil } }
}

@Suite("a journal with limits of its own")
struct OwnLimitsTests {
    private let code = json(#"{"code":"123456"}"#)
    private let journal = HeldJournal()

    private func runner(_ service: any FlowService) throws -> FlowRunner<ManualClock> {
        FlowRunner(
            try SampleFlow.table(), handlers: proving, service: service, clock: ManualClock(), journal: journal)
    }

    @Test("records each request and each step")
    func records() async throws {
        let runner = try runner(ScriptedService(challenge, success))
        _ = await runner.start(inputs)
        #expect(await runner.submit(code).outcome?.name == "done")
        #expect(await journal.lines == ["call", "step", "call", "end"])
    }

    @Test("a call that is canceled while a request is recorded sends nothing")
    func canceledRequest() async throws {
        let service = ScriptedService(challenge)
        let runner = try runner(service)
        await journal.hold("call")
        let start = BackgroundWork { await runner.start(inputs) }
        try await journal.awaitHeld()
        start.cancel()
        await journal.release()
        #expect(try await start.value.refusal?.code == "cancelled")
        #expect(await service.requests.isEmpty)
    }

    @Test("a call that is canceled while its step is recorded returns the step")
    func canceledStep() async throws {
        let runner = try runner(ScriptedService(challenge, success))
        await journal.hold("step")
        let start = BackgroundWork { await runner.start(inputs) }
        try await journal.awaitHeld()
        start.cancel()
        await journal.release()
        #expect(try await start.value.presentation?.step == "ENTER_CODE")
        #expect(await runner.submit(code).outcome?.name == "done")
    }

    @Test("a cancellation supersedes an event whose request is being recorded")
    func superseded() async throws {
        let service = ScriptedService(challenge)
        let runner = try runner(service)
        _ = await runner.start(inputs)
        await journal.hold("call")
        let first = BackgroundWork { await runner.submit(code) }
        try await journal.awaitHeld()
        #expect(await runner.submit(code).refusal?.code == "busy")
        #expect(await runner.cancel().outcome?.name == "cancelled")
        await journal.release()
        #expect(try await first.value.refusal == FlowRefusal(.superseded, "submit"))
        #expect(await service.requests.count == 1)
        #expect(await journal.lines == ["call", "step", "end", "call"])
    }
}

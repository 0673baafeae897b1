import FlowCore
import FlowRuntime
import FlowSealing
import TestSupport
import Testing

/// A cancellation is over within a second, whatever the guard does. A busy machine may take longer, but not the ten seconds of a record.
@Suite("a runner whose guard falls silent")
struct SilentGuardTests {
    private static let inputs = json(#"{"username":"ana","password":"planted-secret"}"#)
    private static let code = json(#"{"code":"123456"}"#)

    /// A guard that does not answer while it is silent.
    private actor Silent: SnapshotGuard {
        private let inner = MemorySnapshotGuard()
        private var isSilent: Bool
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private(set) var calls = 0

        init(isSilent: Bool) { self.isSilent = isSilent }

        func fallSilent() { isSilent = true }

        func speak() {
            isSilent = false
            for continuation in waiting { continuation.resume() }
            waiting = []
        }

        private func pass() async {
            calls += 1
            if isSilent { await withCheckedContinuation { waiting.append($0) } }
        }

        func entry(of signIn: SnapshotID) async -> SnapshotGuardEntry? {
            await pass()
            return await inner.entry(of: signIn)
        }

        func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
            async throws(FlowSnapshotError)
        {
            await pass()
            try await inner.replace(former, of: signIn, by: entry)
        }
    }

    private static func runner(_ keeper: Silent) async throws -> FlowRunner<ContinuousClock> {
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        return FlowRunner(
            sample.table, handlers: Sample.handlers, service: Challenging(), clock: ContinuousClock(),
            journal: SnapshotJournal(snapshots, expiry: 1000))
    }

    /// The step that a cancellation returns, long before the time that a record has otherwise.
    private static func cancel(_ runner: FlowRunner<ContinuousClock>) async -> FlowStep {
        var step = FlowStep.refused(FlowRefusal(.busy))
        let time = await ownTime { step = await runner.cancel() }
        #expect(time < .seconds(5))
        return step
    }

    @Test("a step that stands can be cancelled, and again when the guard speaks")
    func atStep() async throws {
        let keeper = Silent(isSilent: false)
        let runner = try await Self.runner(keeper)
        #expect(await runner.start(Self.inputs).presentation != nil)
        await keeper.fallSilent()
        #expect(await Self.cancel(runner).refusal?.code == "no-record")
        await keeper.speak()
        // On a busy machine the record may be late once more.
        try await until { await runner.cancel().outcome?.name == "cancelled" }
    }

    @Test("an end that the guard takes late is an end: the step cannot be answered behind it")
    func endedLate() async throws {
        let keeper = Silent(isSilent: false)
        let runner = try await Self.runner(keeper)
        _ = await runner.start(Self.inputs)
        await keeper.fallSilent()
        #expect(await Self.cancel(runner).refusal?.code == "no-record")
        await keeper.speak()
        #expect(await runner.submit(Self.code).refusal?.code == "spent-snapshot")
        // On a busy machine the record may be late once more.
        try await until { await runner.cancel().outcome?.name == "cancelled" }
    }

    @Test("what waits for the guard can be cancelled", arguments: [true, false])
    func whileRecording(isStart: Bool) async throws {
        let keeper = Silent(isSilent: isStart)
        let runner = try await Self.runner(keeper)
        if !isStart {
            _ = await runner.start(Self.inputs)
            await keeper.fallSilent()
        }
        let calls = await keeper.calls
        let wait = BackgroundWork { isStart ? await runner.start(Self.inputs) : await runner.submit(Self.code) }
        try await until { await keeper.calls > calls }
        #expect(await Self.cancel(runner).refusal != nil)
        await keeper.speak()
        _ = try await wait.value
    }
}

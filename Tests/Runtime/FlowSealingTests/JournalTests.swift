import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import TestSupport
import Testing

/// A sign-in whose process is ended anywhere goes on elsewhere, from its last snapshot and from no other.
@Suite("a runner with a journal")
struct JournalTests {
    private static let challenge = #"{"Challenge":"CODE","Session":"s"}"#
    private static let inputs = json(#"{"username":"ana","password":"planted-secret"}"#)
    private static let code = json(#"{"code":"123456"}"#)

    /// A service that answers as written, and no more.
    private actor Script: FlowService {
        private var answers: [FlowReply]
        private(set) var calls = 0
        private var isHeld = false

        init(_ answers: [FlowReply]) { self.answers = answers }

        /// Holds requests up, or lets them go on.
        func hold(_ isHeld: Bool) { self.isHeld = isHeld }

        func call(_ request: FlowRequest) async -> FlowReply {
            calls += 1
            while isHeld { await Task.yield() }
            if !answers.isEmpty { return answers.removeFirst() }
            try? await Task.sleep(for: .seconds(3600))
            return .error(type: "network", message: "")
        }
    }

    /// A guard that can be out of reach.
    private actor Switched: SnapshotGuard {
        private let inner = MemorySnapshotGuard()
        var isDown = false

        func turn(down: Bool) { isDown = down }

        func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry? {
            if isDown { throw .guardUnavailable }
            return await inner.entry(of: signIn)
        }

        func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
            async throws(FlowSnapshotError)
        {
            if isDown { throw .guardUnavailable }
            try await inner.replace(former, of: signIn, by: entry)
        }
    }

    /// A process: its runner, its service, and the journal that it writes.
    private struct Process {
        let runner: FlowRunner<ContinuousClock>
        let service: Script
        let journal: SnapshotJournal
        /// On a busy machine a record takes long.
        private static let limits = FlowRunnerLimits(notification: nil, cancellation: nil)

        init(
            _ snapshots: GuardedSnapshots, _ table: TransitionTable, _ answers: [FlowReply],
            resuming sealed: [UInt8]? = nil
        ) async throws {
            service = Script(answers)
            guard let sealed else {
                journal = SnapshotJournal(snapshots, expiry: 1000)
                runner = FlowRunner(
                    table, handlers: Sample.handlers, service: service, clock: ContinuousClock(), limits: Self.limits,
                    journal: journal)
                return
            }
            let snapshot = try await snapshots.resume(sealed, now: 1)
            journal = SnapshotJournal(snapshots, resuming: snapshot)
            runner = FlowRunner(
                session: try FlowSession(restoring: snapshot.state, table), handlers: Sample.handlers, service: service,
                clock: ContinuousClock(), limits: Self.limits, journal: journal)
        }
    }

    private static let answers: [FlowReply] = [
        .body(Array(challenge.utf8)), .error(type: "wrong", message: "no"), .body(Array(#"{"Token":"t"}"#.utf8)),
    ]

    /// The process is ended at a step, or while its n-th request is on its way.
    @Test("the process is ended at every step and in every request", arguments: [false, true], 1...3)
    func endedAnywhere(inRequest: Bool, _ count: Int) async throws {
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: MemorySnapshotGuard())
        let first = try await Process(
            snapshots, sample.table, Array(Self.answers.prefix(inRequest ? count - 1 : count)))
        var waits: [BackgroundWork<FlowStep>] = []
        var sealed: [UInt8]?
        for number in 1...count {
            let isLast = inRequest && number == count
            let event: @Sendable () async -> FlowStep = { [runner = first.runner] in
                number == 1 ? await runner.start(Self.inputs) : await runner.submit(Self.code)
            }
            if isLast {
                waits.append(BackgroundWork { await event() })
                try await until { await first.service.calls == count }
            } else {
                _ = await event()
                // What the host kept first is enough.
                if sealed == nil { sealed = await first.journal.sealed }
            }
        }
        guard let sealed else {
            #expect(inRequest && count == 1, "before the first step there is nothing to go on with")
            return
        }
        guard inRequest || count < 3 else {
            await #expect(throws: FlowSnapshotError.spent) { try await snapshots.resume(sealed, now: 1) }
            return
        }
        let next = try await Process(
            snapshots, sample.table, Array(Self.answers.dropFirst(count)), resuming: sealed)
        let step = await next.runner.recover()
        if inRequest {
            // The sample takes every error but a wrong code for its end.
            #expect(step.outcome?.name == "failed")
            #expect(await next.service.calls == 0)
        } else {
            #expect(step.presentation?.step == "ENTER_CODE")
            var end = step
            for _ in count..<3 { end = await next.runner.submit(Self.code) }
            #expect(end.outcome?.name == "done")
        }
        await #expect(throws: FlowSnapshotError.spent) { try await snapshots.resume(sealed, now: 1) }
    }

    @Test("attempts that were used up stay so, whichever snapshot is brought back")
    func attemptsStay() async throws {
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: MemorySnapshotGuard())
        let process = try await Process(snapshots, sample.table, Self.answers)
        _ = await process.runner.start(Self.inputs)
        let oldest = try #require(await process.journal.sealed)
        #expect(await process.runner.submit(Self.code).presentation?.error?.type == "wrong")
        #expect(try await snapshots.resume(oldest, now: 1).state.counters[0] == 1)
    }

    @Test("of two processes with one snapshot one sends")
    func oneOfTwoSends() async throws {
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: MemorySnapshotGuard())
        let first = try await Process(snapshots, sample.table, [Self.answers[0]])
        _ = await first.runner.start(Self.inputs)
        let sealed = try #require(await first.journal.sealed)
        let both = [
            try await Process(snapshots, sample.table, [Self.answers[2]], resuming: sealed),
            try await Process(snapshots, sample.table, [Self.answers[2]], resuming: sealed),
        ]
        async let one = both[0].runner.submit(Self.code)
        async let two = both[1].runner.submit(Self.code)
        let steps = await [one, two]
        #expect(steps.compactMap(\.outcome).map(\.name) == ["done"])
        #expect(steps.compactMap(\.refusal).map(\.code) == ["spent-snapshot"])
        let calls = await [both[0].service.calls, both[1].service.calls]
        #expect(calls.sorted() == [0, 1])
    }

    @Test("nothing is sent that is not recorded, and the step stands")
    func guardOutOfReach() async throws {
        let sample = try await Sample()
        let keeper = Switched()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        let process = try await Process(snapshots, sample.table, [Self.answers[0], Self.answers[2]])
        _ = await process.runner.start(Self.inputs)
        await keeper.turn(down: true)
        #expect(await process.runner.submit(Self.code).refusal?.code == "guard-unavailable")
        #expect(await process.service.calls == 1)
        #expect(await process.runner.step?.presentation?.step == "ENTER_CODE")
        await keeper.turn(down: false)
        #expect(await process.runner.submit(Self.code).outcome?.name == "done")
    }

    @Test("an end that the guard does not take is no end, and its bytes are good until they are given up")
    func endOutOfReach() async throws {
        let sample = try await Sample()
        let keeper = Switched()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        let process = try await Process(snapshots, sample.table, [Self.answers[0], Self.answers[2]])
        _ = await process.runner.start(Self.inputs)
        let sealed = try #require(await process.journal.sealed)
        await process.service.hold(true)
        let end = BackgroundWork { [runner = process.runner] in await runner.submit(Self.code) }
        try await until { await process.service.calls == 2 }
        await keeper.turn(down: true)
        await process.service.hold(false)
        #expect(try await end.value.refusal?.code == "guard-unavailable")
        await #expect(throws: FlowSnapshotError.guardUnavailable) { try await process.journal.giveUp() }
        await keeper.turn(down: false)
        #expect(try await snapshots.resume(sealed, now: 1).phase == .calling)
        try await process.journal.giveUp()
        await #expect(throws: FlowSnapshotError.spent) { try await snapshots.resume(sealed, now: 1) }
        #expect(await process.runner.submit(Self.code).refusal?.code == "spent-snapshot")
        #expect(await process.journal.sealed == nil)
    }

    @Test("a process that was overtaken comes to no end")
    func overtaken() async throws {
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: MemorySnapshotGuard())
        let first = try await Process(snapshots, sample.table, [Self.answers[0], Self.answers[2]])
        _ = await first.runner.start(Self.inputs)
        let sealed = try #require(await first.journal.sealed)
        await first.service.hold(true)
        let end = BackgroundWork { [runner = first.runner] in await runner.submit(Self.code) }
        try await until { await first.service.calls == 2 }
        let next = try await Process(snapshots, sample.table, [], resuming: sealed)
        #expect(await next.runner.recover().outcome?.name == "failed")
        await first.service.hold(false)
        #expect(try await end.value.refusal?.code == "spent-snapshot")
        try await first.journal.giveUp()
    }

    /// A guard that stores what it is given and says that it did not answer, as a slow store does.
    private actor Late: SnapshotGuard {
        private let inner = MemorySnapshotGuard()
        private var isLate = false

        func turn(late: Bool) { isLate = late }

        func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry? {
            await inner.entry(of: signIn)
        }

        func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
            async throws(FlowSnapshotError)
        {
            try await inner.replace(former, of: signIn, by: entry)
            if isLate { throw .guardUnavailable }
        }
    }

    /// A sign-in whose last record was stored, although the guard said otherwise.
    private func late(_ event: (Process) async -> FlowStep) async throws -> (Process, GuardedSnapshots, [UInt8]) {
        let sample = try await Sample()
        let keeper = Late()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        let process = try await Process(snapshots, sample.table, [Self.answers[0], Self.answers[2]])
        _ = await process.runner.start(Self.inputs)
        let sealed = try #require(await process.journal.sealed)
        await keeper.turn(late: true)
        #expect(await event(process).refusal?.code == "guard-unavailable")
        await keeper.turn(late: false)
        return (process, snapshots, sealed)
    }

    @Test("a record that was stored late stops nothing, and can be given up")
    func storedLate() async throws {
        let (first, _, _) = try await late { await $0.runner.submit(Self.code) }
        #expect(await first.runner.submit(Self.code).outcome?.name == "done")
        let (second, snapshots, sealed) = try await late { await $0.runner.submit(Self.code) }
        #expect(try await snapshots.resume(sealed, now: 1).phase == .calling)
        try await second.journal.giveUp()
        await #expect(throws: FlowSnapshotError.spent) { try await snapshots.resume(sealed, now: 1) }
    }

    @Test("an end that was stored late can be told the next time")
    func endedLate() async throws {
        let (process, snapshots, sealed) = try await late { await $0.runner.cancel() }
        await #expect(throws: FlowSnapshotError.spent) { try await snapshots.resume(sealed, now: 1) }
        #expect(await process.runner.cancel().outcome?.name == "cancelled")
        try await process.journal.giveUp()
    }

    /// A journal that never answers.
    private struct Silent: FlowJournal {
        func willCall(_ state: FlowSessionState) async { try? await Task.sleep(for: .seconds(3600)) }
        func didSettle(_ state: FlowSessionState, hasEnded: Bool) async {
            try? await Task.sleep(for: .seconds(3600))
        }
    }

    @Test("a journal that never answers holds nothing up")
    func silentJournal() async throws {
        let service = Script(Self.answers)
        let runner = FlowRunner(
            try SampleFlow.table(), handlers: Sample.handlers, service: service, clock: ContinuousClock(),
            limits: FlowRunnerLimits(notification: .milliseconds(20)), journal: Silent())
        #expect(await runner.start(Self.inputs).refusal?.code == "no-record")
        #expect(await service.calls == 0)
        let patient = FlowRunner(
            try SampleFlow.table(), handlers: Sample.handlers, service: service, clock: ContinuousClock(),
            limits: FlowRunnerLimits(notification: nil), journal: Silent())
        let wait = BackgroundWork { await patient.start(Self.inputs) }
        wait.cancel()
        #expect(try await wait.value.refusal?.code == "cancelled")
    }
}

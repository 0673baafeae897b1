import FlowDiagnostics
import FlowCore
import FlowCompiler
import FlowIR
import FlowRuntime
import FlowTable
import TestSupport
import Testing

@Suite("Deadlines over several steps")
struct DeadlineTests {
    private let clock = ManualClock()
    private let nothing = json("{}")

    private func started(now: Duration? = nil) async throws -> FlowRunner<ManualClock> {
        let runner = FlowRunner(
            try Self.table(), handlers: FlowHandlers(), service: ScriptedService(), clock: clock, now: now)
        #expect(await runner.start(nothing).presentation?.timeLimit == 300)
        return runner
    }

    private func resumed(_ runner: FlowRunner<ManualClock>, now: Duration? = nil) async throws -> FlowRunner<
        ManualClock
    > {
        let session = try FlowSession(restoring: try #require(await runner.state), Self.table())
        return FlowRunner(
            session: session, handlers: FlowHandlers(), service: ScriptedService(), clock: ManualClock(), now: now)
    }

    @Test("a step shows the nearer of its own limit and of what is left")
    func nearer() async throws {
        let runner = try await started()
        clock.advance(by: .seconds(100))
        #expect(await runner.submit(nothing).presentation?.timeLimit == 60)
        clock.advance(by: .seconds(10))
        #expect(await runner.submit(nothing).presentation?.timeLimit == 190)
        clock.advance(by: .seconds(150))
        #expect(await runner.submit(nothing).presentation?.timeLimit == 40)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(40))
        try await until { await runner.step?.outcome?.name == "expired" }
    }

    @Test("a step's own limit counts where it is nearer")
    func own() async throws {
        let runner = try await started()
        _ = await runner.submit(nothing)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        try await until { await runner.step?.outcome?.name == "paused" }
    }

    @Test("a deadline counts over steps, and a start begins it anew")
    func overSteps() async throws {
        let runner = try await started()
        for _ in 0..<14 {
            clock.advance(by: .seconds(20))
            #expect(await runner.submit(nothing).presentation != nil)
        }
        #expect(await runner.start(nothing).presentation?.timeLimit == 300)
        clock.advance(by: .seconds(301))
        #expect(await runner.submit(nothing).outcome?.name == "expired")
    }

    @Test("another node counts on", arguments: [(250, 50), (299, 1)])
    func elsewhere(_ later: Int, _ left: Int) async throws {
        let runner = try await resumed(started(now: .seconds(1_000_000)), now: .seconds(1_000_000 + later))
        #expect(await runner.step?.presentation?.timeLimit == left)
        #expect(await runner.submit(nothing).presentation?.timeLimit == min(60, left))
    }

    @Test("a sign-in that is resumed after its deadline gets the timeout at once", arguments: [300, 301, 90_000])
    func over(_ later: Int) async throws {
        let waiting = try await resumed(started(now: .seconds(1_000_000)), now: .seconds(1_000_000 + later))
        #expect(await waiting.expiry()?.outcome?.name == "expired")
        let answering = try await resumed(started(now: .seconds(1_000_000)), now: .seconds(1_000_000 + later))
        #expect(await answering.submit(nothing).outcome?.name == "expired")
    }

    @Test("who waits for the expiry of a resumed sign-in waits from the first call on")
    func expiryOfAResumedSignIn() async throws {
        let state = try #require(await started().state)
        for _ in 0..<100 {
            let clock = ManualClock()
            let runner = FlowRunner(
                session: try FlowSession(restoring: state, Self.table()), handlers: FlowHandlers(),
                service: ScriptedService(), clock: clock)
            let expiry = BackgroundWork { await runner.expiry() }
            try await clock.sleepers(1)
            clock.advance(by: .seconds(300))
            #expect(try await expiry.value?.outcome?.name == "expired")
        }
    }

    @Test("without the time of day a deadline stands still in between, and does not begin anew")
    func withoutTheTime() async throws {
        let runner = try await started()
        clock.advance(by: .seconds(250))
        #expect(await runner.submit(nothing).presentation?.timeLimit == 50)
        #expect(try await resumed(runner).step?.presentation?.timeLimit == 50)
    }

    @Test("a clock that was set back does not lengthen a deadline")
    func setBack() async throws {
        let runner = try await resumed(started(now: .seconds(1_000_000)), now: .seconds(5))
        #expect(await runner.step?.presentation?.timeLimit == 300)
    }

    @Test("a session that nobody gives the time moves on with its timeouts")
    func withoutAClock() throws {
        var session = FlowSession(try Self.table())
        #expect(session.start(nothing) == .present)
        #expect(session.submit(nothing) == .present)
        #expect(session.presentation?.timeLimit == 60)
        #expect(session.send("timeout") == .end)
        #expect(session.outcome?.name == "paused" && session.time == 60_000)
        session = FlowSession(try Self.table())
        #expect(session.start(nothing) == .present)
        #expect(session.send("timeout") == .end)
        #expect(session.outcome?.name == "expired" && session.time == 300_000)
    }

    @Test("a state in which a deadline is no instant is damaged")
    func damaged() async throws {
        let state = try #require(await started().state)
        for value in ["soon", "", "-1", "9999999999999999"] {
            var other = state
            other.values[2] = .text(value)
            #expect(throws: FlowRestoreError.damagedState) { try FlowSession(restoring: other, Self.table()) }
        }
        var late = state
        late.presentedAt = .max
        #expect(throws: FlowRestoreError.damagedState) { try FlowSession(restoring: late, Self.table()) }
    }

    @Test("a host neither sees nor sends the event of a deadline")
    func unsent() async throws {
        let table = try Self.table()
        #expect(table.commands == ["back", "cancel"] && table.event(named: "within#2") == nil)
        let runner = try await started()
        #expect(await runner.send("within#2").refusal?.code == "unknown-event")
        #expect(await runner.send("within#2", error: ("type", "")).refusal?.code == "unknown-event")
        #expect(await AnyFlowRunner(runner).turn?.accepts("within#2") == false)
        let session = try FlowSession(restoring: try #require(await runner.state), table)
        #expect(session.acceptedCommands.isEmpty)
    }

    @Test("the loader refuses what could leave a step without its limit")
    func refusedTables() {
        let wrong: [(inout LoweredFlow) -> Void] = [
            { $0.slots[2].type = .text }, { $0.states[2].kind = .choice(Block([.begin(2, .seconds(0)), .jump(0)])) },
            { $0.states[2].kind = .choice(Block([.begin(2, .slot(0)), .jump(0)])) },
            { $0.states[2].kind = .choice(Block([.set(2, Source(.literal("9"))), .jump(0)])) },
            { $0.inputs = [Ask(name: "end", slot: 2)] },
        ]
        for damage in wrong {
            var flow = Self.flow
            damage(&flow)
            #expect(throws: TableError.self) { try TransitionTable(verifying: try TableWriter.write(unverified: flow)) }
        }
    }

    @Test("a limit whose value is absent is one second, of a deadline and of a step")
    func missing() async throws {
        var flow = Self.flow
        flow.slots.append(Slot(name: "limit", type: .seconds))
        var pause = Self.presentation("PAUSE", .slot(3))
        pause.deadlines = [2]
        flow.states[1].kind = .present(pause)
        let cases: [(Presentation.TimeLimit, StateID)] = [(.slot(3), 0), (.seconds(300), 1)]
        for (limit, first) in cases {
            flow.states[2].kind = .choice(Block([.begin(2, limit), .jump(first)]))
            let runner = FlowRunner(
                try TransitionTable(of: flow), handlers: FlowHandlers(), service: ScriptedService(),
                clock: ManualClock())
            #expect(await runner.start(nothing).presentation?.timeLimit == 1)
        }
    }

    // MARK: The flow

    private static func table() throws -> TransitionTable { try TransitionTable(of: flow) }

    /// Two steps in turn within 300 seconds, of which the second waits for 60.
    private static let flow: LoweredFlow = {
        var (code, pause) = (presentation("CODE", nil), presentation("PAUSE", .seconds(60)))
        (code.deadlines, pause.deadlines) = ([2], [2])
        return LoweredFlow(
            name: "deadline", version: "",
            slots: [
                Slot(name: "error", type: .text), Slot(name: "message", type: .text),
                Slot(name: "within#2", type: .instant),
            ],
            counters: [], events: [Event(kind: .deadline, name: "within#2")], inputs: [],
            states: [
                state("code", .present(code), [0: 2, 1: 1, 11: 5]),
                state("pause", .present(pause), [0: 2, 1: 0, 4: 6, 11: 5]),
                state("begin", .choice(Block([.begin(2, .seconds(300)), .jump(0)])), [:]),
                state("initial", end(""), [0: 2]), state("done", end("done"), [:]),
                state("expired", end("expired"), [:]), state("paused", end("paused"), [:]),
            ],
            initialState: 3, patterns: [], errorClasses: [], transitionCount: 0, nodes: [])
    }()

    private static func presentation(_ step: String, _ limit: Presentation.TimeLimit?) -> Presentation {
        Presentation(step: ByteString(step), shows: [], asks: [], timeLimit: limit)
    }

    private static func end(_ outcome: String) -> State.Kind {
        .end(Ending(outcome: ByteString(outcome), step: "", shows: []))
    }

    private static func state(_ name: String, _ kind: State.Kind, _ targets: [EventID: StateID]) -> State {
        State(name: name, node: nil, kind: kind, transitions: targets.mapValues { Block([.jump($0)]) })
    }
}

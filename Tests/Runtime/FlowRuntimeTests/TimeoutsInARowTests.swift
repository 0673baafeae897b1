import FlowCompiler
import FlowRuntime
import TestSupport
import Testing

/// Three steps, each of which the timeout of the one before enters.
@Suite("Several timeouts in a row")
struct TimeoutsInARowTests {
    private static let flow = """
        <flow name="f" start="first">
          <data><input name="badge" required="true"/></data>
          <step id="first"><on event="submit" to="done"/><on event="timeout" after="10" to="second"/></step>
          <step id="second"><on event="submit" to="done"/><on event="timeout" after="20" to="third"/></step>
          <step id="third"><on event="submit" to="done"/><on event="timeout" after="30" to="expired"/></step>
          <on event="cancel" to="cancelled"/>
          <end id="done" outcome="done"><show name="badge" from="badge"/></end>
          <end id="expired" outcome="expired"/><end id="cancelled" outcome="cancelled"/>
        </flow>
        """

    private let clock = ManualClock()
    private let badge: JSONValue = ["badge": "ana"]

    private func started() async throws -> FlowRunner<ManualClock> {
        let bytes = try #require(FlowFile.compile("f") { _ in Array(Self.flow.utf8) }.table)
        let runner = FlowRunner(
            try TransitionTable(verifying: bytes), handlers: FlowHandlers(), service: ScriptedService(), clock: clock)
        #expect(await runner.start(badge).presentation?.step == "first")
        return runner
    }

    /// Lets time pass until the timer of the runner has entered a step or an end.
    private func wait(_ seconds: Int, for name: String, in runner: FlowRunner<ManualClock>) async throws {
        try await clock.sleepers(1)
        clock.advance(by: .seconds(seconds))
        try await until { await runner.step?.name == name }
    }

    @Test("apply to a session that nobody waits for, and the next event gets the last step")
    func leftAlone() async throws {
        let runner = try await started()
        try await wait(10, for: "second", in: runner)
        try await wait(20, for: "third", in: runner)
        #expect(await runner.submit([:]).name == "third")
        try await wait(30, for: "expired", in: runner)
        #expect(await runner.cancel().name == "expired")
        #expect(await runner.cancel().refusal?.code == "event-not-accepted")
    }

    @Test("a recovery gets the step of one, so that the next event does not get it again")
    func recovered() async throws {
        let runner = try await started()
        try await wait(10, for: "second", in: runner)
        #expect(await runner.recover().name == "second")
        #expect(await runner.submit([:]).name == "done")
    }

    @Test("apply without any call between them")
    func untouched() async throws {
        let runner = try await started()
        for (seconds, name) in [(10, "second"), (20, "third"), (30, "expired")] {
            try await wait(seconds, for: name, in: runner)
        }
        #expect(await runner.expiry()?.name == "expired")
        #expect(await runner.expiry() == nil)
    }

    @Test("each end the wait for the expiry")
    func watched() async throws {
        let runner = try await started()
        for (seconds, name) in [(10, "second"), (20, "third"), (30, "expired")] {
            let expiry = BackgroundWork { await runner.expiry()?.name }
            try await clock.sleepers(1)
            clock.advance(by: .seconds(seconds))
            #expect(try await expiry.value == name)
        }
    }

    @Test("each begin a turn")
    func turns() async throws {
        let runner = try await started()
        var turns = AnyFlowRunner(runner).turns.makeAsyncIterator()
        #expect(await turns.next()?.number == 1)
        for (number, seconds) in [10, 20, 30].enumerated() {
            try await clock.sleepers(1)
            clock.advance(by: .seconds(seconds))
            #expect(await turns.next()?.number == number + 2)
        }
        #expect(await turns.next() == nil)
    }

    @Test("an early one does not lengthen the limit of the next step")
    func early() async throws {
        let runner = try await started()
        clock.advance(by: .seconds(1))
        #expect(await runner.send("timeout").presentation?.timeLimit == 20)
        #expect(await runner.timeLeft == .seconds(20))
        #expect(await runner.send("timeout", error: ("type", "message")).presentation?.timeLimit == 30)
        #expect(await runner.timeLeft == .seconds(30))
        clock.advance(by: .seconds(30))
        #expect(await runner.submit([:]).name == "expired")
        #expect(await runner.send("timeout").refusal?.code == "event-not-accepted")
    }

    @Test("a start that the flow refuses does not take the step of a timeout; a start that it accepts replaces it")
    func start() async throws {
        let runner = try await started()
        try await wait(10, for: "second", in: runner)
        #expect(await runner.start(badge).refusal?.code == "event-not-accepted")
        #expect(await runner.submit([:]).name == "second")
        try await wait(20, for: "third", in: runner)
        try await wait(30, for: "expired", in: runner)
        #expect(await runner.start([:]).refusal?.code == "missing-parameter")
        #expect(await runner.start(badge).name == "first")
        #expect(await runner.submit([:]).name == "done")
    }
}

extension FlowStep {
    /// The name of the step or the outcome; nil if the event was refused.
    fileprivate var name: String? { presentation?.step ?? outcome?.name }
}

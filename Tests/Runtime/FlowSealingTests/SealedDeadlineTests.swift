import FlowCompiler
import FlowCore
import FlowRuntime
import FlowSealing
import FlowTable
import TestSupport
import Testing

/// A deadline over several steps is sealed as an instant: the sign-in counts on, wherever and whenever it is resumed.
@Suite("sealed deadlines")
struct SealedDeadlineTests {
    private static let flow = """
        <flow name="f" start="first" within="limit">
          <data><input name="limit" type="seconds" default="300"/></data>
          <step id="first"><on event="submit" to="second"/></step>
          <step id="second"><on event="submit" to="done"/></step>
          <on event="timeout" to="expired"/>
          <on event="cancel" to="done"/>
          <end id="done" outcome="done"/><end id="expired" outcome="expired"/>
        </flow>
        """
    private static let start: Duration = .seconds(1_800_000_000)

    private let table: TransitionTable
    private let sealer: SnapshotSealer

    init() throws {
        let bytes = try #require(FlowFile.compile("f") { _ in Array(Self.flow.utf8) }.table)
        table = try TransitionTable(verifying: bytes)
        sealer = SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "pool", clientID: "client", user: Array("ana".utf8)),
            seal: try SnapshotKeyring(Sample.key("k1", 1)))
    }

    /// The bytes of a sign-in that has waited at its first step, and waits at its second.
    private func sealed(after waited: Int) async throws -> [UInt8] {
        let clock = ManualClock()
        let runner = FlowRunner(
            table, handlers: FlowHandlers(), service: Challenging(), clock: clock, now: Self.start)
        #expect(await runner.start(json("{}")).presentation?.timeLimit == 300)
        clock.advance(by: .seconds(waited))
        #expect(await runner.submit(json("{}")).presentation?.timeLimit == 300 - waited)
        return try sealer.seal(FlowSnapshot(first: try #require(await runner.state), expiry: .max))
    }

    /// Another process that opens the bytes some seconds after the start.
    private func resumed(_ bytes: [UInt8], after seconds: Int) throws -> FlowRunner<ManualClock> {
        let state = try sealer.open(bytes, now: 1).state
        return FlowRunner(
            session: try FlowSession(restoring: state, table), handlers: FlowHandlers(), service: Challenging(),
            clock: ManualClock(), now: Self.start + .seconds(seconds))
    }

    @Test("what is left is shown, and sealing again changes nothing", arguments: [100, 250, 299])
    func countsOn(_ seconds: Int) async throws {
        let bytes = try await sealed(after: 100)
        let runner = try resumed(bytes, after: seconds)
        #expect(await runner.step?.presentation?.timeLimit == 300 - seconds)
        let again = try sealer.seal(FlowSnapshot(first: try #require(await runner.state), expiry: .max))
        #expect(await (try resumed(again, after: 299)).step?.presentation?.timeLimit == 1)
        #expect(await runner.submit(json("{}")).outcome?.name == "done")
    }

    @Test("a sign-in that is opened after its deadline has expired", arguments: [300, 301, 80_000])
    func isOver(_ seconds: Int) async throws {
        let bytes = try await sealed(after: 100)
        #expect(await (try resumed(bytes, after: seconds)).expiry()?.outcome?.name == "expired")
        #expect(await (try resumed(bytes, after: seconds)).submit(json("{}")).outcome?.name == "expired")
    }

    @Test("a clock that is set back elsewhere does not lengthen it")
    func setBack() async throws {
        let runner = try resumed(try await sealed(after: 100), after: -1_000_000)
        // What was left when the step was presented.
        #expect(await runner.step?.presentation?.timeLimit == 200)
    }
}

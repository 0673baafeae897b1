import FlowCore
import FlowEmit
import FlowModel
import FlowTable
import TestSupport
import Testing

/// A table that was made to keep a machine busy: all of its code leads forward, and still takes for ever.
@Suite("Work without an end in sight")
struct FuelTests {
    private static let slots = 4_000

    /// A start that forgets so many values so many times; each time all of them are looked up among those kept.
    private static func table(restarts: Int) throws -> TransitionTable {
        let kept = Array(2..<slots)
        let start = Block(Array(repeating: .restart(keeping: kept), count: restarts) + [.jump(1)])
        return try TransitionTable(
            verifying: TableWriter.write(
                CheckedFlow(
                    name: "busy", version: "1",
                    slots: (0..<slots).map { Slot(name: "s\($0)", type: .text) }, counters: [], events: [], inputs: [],
                    states: [
                        state("initial", outcome: "", [BuiltinEvent.start.rawValue: start]),
                        state("done", outcome: "done", [:]),
                    ], initialState: 0, patterns: [], errorClasses: [], transitionCount: 1, nodes: [])))
    }

    private static func state(_ name: String, outcome: String, _ transitions: [EventID: Block]) -> State {
        State(
            name: name, node: nil, kind: .end(Ending(outcome: outcome, step: "", shows: [])), transitions: transitions)
    }

    @Test func tooMuchIsRefused() throws {
        var session = FlowSession(try Self.table(restarts: 60))
        guard case .refused(let refusal) = session.start(.object([])) else {
            Issue.record("the event was taken")
            return
        }
        #expect(refusal.code == "too-much-work")
        // Nothing of the event stays.
        #expect(session.outcome == nil && session.stateName == "initial")
    }

    @Test func muchIsTaken() throws {
        var session = FlowSession(try Self.table(restarts: 2))
        guard case .end = session.start(.object([])) else {
            Issue.record("the event was refused")
            return
        }
        #expect(session.outcome?.name == "done")
    }
}

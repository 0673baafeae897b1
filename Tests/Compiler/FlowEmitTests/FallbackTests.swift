import FlowDiagnostics
import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("Fallback rows")
struct FallbackTests {
    /// Calls that share the ways to ten challenges and on twenty errors, and steps that take none of them.
    private var flow: LoweredFlow {
        var events = (0..<10).map { Event(kind: .challenge, name: "challenge-\($0)") }
        events += (0..<20).map { Event(kind: .error, name: "error-\($0)") }
        let reply = ReplyForm(challengePath: ["C"], successPath: [], outputs: [])
        var states = Table<State, State>(
            (0..<12).map { index in
                let step = Presentation(step: "step-\(index)", shows: [], asks: [], timeLimit: nil)
                return State(
                    name: "step-\(index)", node: nil, kind: .present(step),
                    transitions: [1: Block([.jump(StateID(12 + index))])])
            })
        for index in 0..<12 {
            var transitions: [EventID: Block] = [6: Block([.jump(StateID(index))]), 9: Block([.jump(24)])]
            for event in 0..<30 { transitions[EventID(own: event)] = Block([.jump(StateID(event % 10))]) }
            // Each call has something of its own: an error that it handles otherwise, or a challenge that it must refuse.
            if index.isMultiple(of: 2) { transitions[EventID(own: 10 + index)] = Block([.jump(24)]) }
            if index == 5 { transitions[EventID(own: 3)] = nil }
            let request = Request(operation: "call-\(index)", inputs: [], reply: reply)
            states.append(State(name: "call-\(index)", node: nil, kind: .call(request), transitions: transitions))
        }
        states.append(
            State(name: "end", node: nil, kind: .end(Ending(outcome: "", step: "", shows: [])), transitions: [:]))
        return LoweredFlow(
            name: "calls", version: "", slots: Slot.errorSlots, counters: [], events: events, inputs: [],
            states: states,
            initialState: 24, patterns: [], errorClasses: [], transitionCount: 0, nodes: [])
    }

    @Test("shorten the rows of states that share most of their ways, and change nothing")
    func sharing() throws {
        let table = try TransitionTable(of: flow)
        let view = table.view.pointee
        #expect(view.fallbackRows > 0 && view.combEntries < 120, "\(view.combEntries) entries")
        for (index, state) in flow.states.enumerated() {
            for event in 0..<view.events {
                let general = event >= view.firstError ? EventID.otherError : EventID(event)
                let expected =
                    (state.transitions[EventID(event)] ?? state.transitions[general])?.plainTarget?.rawValue ?? -1
                #expect(table.transition(from: index, on: event) == expected)
            }
        }
        #expect(table.transition(from: 17, on: TableFormat.firstOwnEvent + 3) == -1)
    }

    @Test("each of them can be named, and none", arguments: [1, 255, 256, 65_535, 65_536])
    func width(count: Int) {
        let width = TableFormat.width(forCount: TableFormat.targets(orNoneOf: count))
        #expect(count < 1 << (8 * width))
        #expect(TableFormat.width(forCount: TableFormat.targets(orNoneOf: 0)) == 0)
    }
}

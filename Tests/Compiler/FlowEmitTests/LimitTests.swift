import FlowDiagnostics
import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("What outgrows the format")
struct LimitTests {
    private func limit(_ change: (inout LoweredFlow) -> Void) -> TableLimit? {
        var flow = SignIn25.flow
        change(&flow)
        do throws(TableLimit) {
            _ = try TableWriter.write(unverified: flow)
            return nil
        } catch {
            return error
        }
    }

    @Test("is told by kind and count")
    func limits() {
        #expect(limit { _ in } == nil)
        #expect(limit { $0.states = [] }?.kind == .noStates)
        #expect(limit { $0.slots = [] }?.kind == .errorSlots)
        #expect(
            limit { $0.counters = Table((0..<17).map(String.init)) } == TableLimit(.counters, count: 17, maximum: 16))
        #expect(limit { $0.counters = Table((0..<16).map(String.init)) } == nil)
        let large = Pattern(
            source: "", classes: [UInt8](repeating: 0, count: 256), next: [UInt8](repeating: 0, count: 256),
            accepts: [Bool](repeating: true, count: 256))
        #expect(
            limit { $0.patterns = [large] }?.message == "the automaton of a pattern has 256 states: the maximum is 255")
        let fine = Pattern(
            source: "", classes: large.classes, next: Array(large.next.dropLast()),
            accepts: Array(large.accepts.dropLast()))
        #expect(limit { $0.patterns = [fine] } == nil)
    }

    @Test("includes numbers and paths")
    func numbers() {
        let late = Presentation(step: "late", shows: [], asks: [], timeLimit: .seconds(1 << 40))
        #expect(limit { $0.states[0].kind = .present(late) }?.kind == .number)
        let path = [ByteString](repeating: "a", count: 33)
        let input = Request.Input(path: path, source: Source(.literal("")), isSpread: false)
        let reply = ReplyForm(challengePath: [], successPath: [], outputs: [])
        let request = Request(operation: "", inputs: [input], reply: reply)
        let deep = limit { $0.states[24].kind = .call(request) }
        #expect(deep?.kind == .pathLength)
        #expect(deep?.count == 33 && deep?.maximum == 32 && deep?.state == 24)
    }

    @Test("more events or states only widen the entries", arguments: [240, 250, 300, 70_000])
    func widths(count: Int) throws {
        var flow = SignIn25.flow
        flow.events = (0..<count).map { Event(kind: .command, name: ByteString("event-\($0)")) }
        flow.states[3].transitions[EventID(own: count - 1)] = Block([.jump(7)])
        flow.states[4].transitions = [:]
        let table = try TransitionTable(of: flow)
        let event = TableFormat.firstOwnEvent + count - 1
        #expect(table.transition(from: 3, on: event) == 7)
        #expect(table.transition(from: 4, on: event) == -1)
        #expect(table.view.pointee.entryWidth == (count < 245 ? 1 : count < 60_000 ? 2 : 4))
    }

    @Test("20,000 states with three events each are packed without waste, and in time")
    func manyStates() throws {
        var bytes: [UInt8] = []
        let growth = try Cost.growth(to: 20_000, of: Self.flow) { flow in
            bytes = try TableWriter.write(unverified: flow, options: EmitOptions(includesNames: false))
        }
        #expect(growth < Cost.maxGrowth)
        let table = try TransitionTable(verifying: bytes)
        #expect(table.view.pointee.combEntries < 66_000)
        for (index, state) in Self.flow(states: 20_000).states.enumerated() {
            for (event, block) in state.transitions {
                #expect(table.transition(from: index, on: event.rawValue) == block.plainTarget?.rawValue)
            }
        }
    }

    private static func flow(states count: Int) -> LoweredFlow {
        var random = Seeded(7)
        var flow = SignIn25.flow
        flow.states = Table(
            (0..<count).map { index in
                let step = Presentation(step: "step", shows: [], asks: [], timeLimit: nil)
                var transitions: [EventID: Block] = [:]
                while transitions.count < 3 {
                    transitions[EventID(own: random.below(21))] = Block([.jump(StateID(random.below(count)))])
                }
                return State(name: "s\(index)", node: nil, kind: .present(step), transitions: transitions)
            })
        return flow
    }
}

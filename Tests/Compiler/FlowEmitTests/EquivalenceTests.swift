import FlowCore
import FlowCompiler
import FlowIR
import FlowTable
import TestSupport
import Testing

@Suite("A table does what its flow says")
struct EquivalenceTests {
    @Test("on random events", arguments: 0..<300)
    func randomWalk(seed: Int) throws {
        let flow = RandomFlow.flow(seed: UInt64(seed))
        let options = EmitOptions(includesNames: seed % 2 == 0, includesMarks: seed % 3 == 0)
        let table = try TransitionTable(of: flow, options: options)
        var random = Seeded(UInt64(seed) + 1_000_000)
        var run = ModelRun(flow)
        var session = FlowSession(table)
        session.parameters.recordsMarks = true
        var isPaused = false
        for step in 0..<400 {
            var expected: ModelRun.Outcome
            let effect: FlowEffect
            if isPaused {
                expected = run.proceed()
                effect = session.proceed()
            } else {
                let event = random.below(TableFormat.firstOwnEvent + flow.events.count)
                let changes = Self.changes(flow, &random)
                expected = run.advance(EventID(event), bringing: changes)
                for change in changes { session.parameters.set(change.slot.rawValue, change.value) }
                effect = session.machine.advance(event, in: &session.parameters)
            }
            if case .notifies = expected { isPaused = true } else { isPaused = false }
            #expect(Self.outcome(effect, session) == expected, "step \(step)")
            try #require(
                session.parameters.values == Array(run.values),
                "step \(step): \(session.parameters.values) \(run.values)")
            try #require(session.currentState == run.state, "step \(step)")
            #expect(session.lastStep == run.last)
            for (id, counter) in run.counters.indexed() {
                #expect(Int(session.machine.counters[id.rawValue]) == counter)
            }
            if options.includesMarks { #expect(session.parameters.marks == run.marks) }
        }
    }

    @Test("for every state and event, with fallback rows as without", arguments: 0..<300)
    func everyTransition(seed: Int) throws {
        let flow = RandomFlow.flow(seed: UInt64(seed))
        let table = try TransitionTable(of: flow)
        let view = table.view.pointee
        for (index, state) in flow.states.enumerated() {
            for event in 0..<view.events {
                let takes =
                    state.transitions[EventID(event)] != nil
                    || flow.general(EventID(event)).map { state.transitions[$0] != nil } ?? false
                #expect((table.transition(from: index, on: event) >= 0) == takes)
            }
        }
    }

    @Test("the same flow gives the same bytes, text and pictures", arguments: 0..<40)
    func determinism(seed: Int) throws {
        let first = try TableWriter.write(unverified: RandomFlow.flow(seed: UInt64(seed)))
        let second = try TableWriter.write(unverified: RandomFlow.flow(seed: UInt64(seed)))
        #expect(first == second)
        #expect(Disassembler.text(of: first) == Disassembler.text(of: second))
    }

    private static func outcome(_ effect: FlowEffect, _ session: FlowSession) -> ModelRun.Outcome {
        switch effect {
        case .refused(let refusal): return .refused(refusal.code)
        case .notify(let record):
            let notification = session.notification(record)
            return .notifies(name: notification.name, shows: notification.parameters.members?.count ?? -1)
        default: return .waits
        }
    }

    private static func changes(_ flow: LoweredFlow, _ random: inout Seeded) -> [ModelRun.Change] {
        (0..<random.below(4)).map { _ in (SlotID(random.below(flow.slots.count)), value(&random)) }
    }

    private static func value(_ random: inout Seeded) -> FlowValue? {
        let words = RandomFlow.words + ["007", "CODE"]
        func word(_ random: inout Seeded) -> String { words[random.below(words.count)] }
        switch random.below(5) {
        case 0: return nil
        case 1: return .list((0..<random.below(4)).map { _ in word(&random) })
        case 2: return .map([FlowEntry(key: "a", value: word(&random)), FlowEntry(key: "code", value: word(&random))])
        default: return .text(word(&random))
        }
    }
}

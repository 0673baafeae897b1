import CertificateChecker
import FlowCompiler
import FlowIR
import TestSupport
import Testing

/// A table that was changed behind its certificate is refused, wherever runs show that the certificate is wrong of it.
@Suite struct TableMutationTests {
    @Test func changedTablesAreRefused() async throws {
        let most = Environment.value("CERTIFICATES").flatMap { Int($0) } ?? 100
        var random = Seeded(Settings().seed &+ 4)
        var counts: [String: (refuted: Int, refused: Int, accepted: Int)] = [:]
        var refuted = 0
        while refuted < most {
            try await giveWay()
            let flow = GeneratedFlow(random.split())
            guard let certified = Certified(flow.files, service: flow.service.text) else { continue }
            for kind in FlowChange.allCases {
                guard let changed = kind.apply(certified.subject.flow, &random),
                    let table = try? TableWriter.write(unverified: changed.pruned(to: certified.numbers)),
                    table != certified.table,
                    let subject = Subject(certified.subject, changed: changed)
                else { continue }
                let claims = certified.text.bound(to: table).bytes
                let refusal = Certified.refusal(claims, of: table)
                let (visits, faults) = certified.visits(subject, runs: 20, &random)
                let isWrong = !faults.isEmpty || visits.contains { certified.refutes($0) }
                if isWrong { refuted += 1 }
                counts["\(kind)", default: (0, 0, 0)].refuted += isWrong ? 1 : 0
                counts["\(kind)", default: (0, 0, 0)].refused += refusal != nil && !isWrong ? 1 : 0
                counts["\(kind)", default: (0, 0, 0)].accepted += refusal == nil ? 1 : 0
                #expect(!isWrong || refusal != nil, "\(kind): \(faults.first.map { "\($0)" } ?? "")\n\(flow.text)")
                #expect(refusal?.isUnreadable != true, "\(String(describing: refusal))")
            }
        }
        print("changed: \(counts)")
    }
}

/// What is changed of a flow.
enum FlowChange: CaseIterable {
    /// A way leads elsewhere.
    case retarget
    /// A guard always holds.
    case unguard
    /// An instruction is left out.
    case drop

    /// A flow of which one instruction, picked by chance, is changed; nothing if there is none.
    func apply(_ flow: LoweredFlow, _ random: inout Seeded) -> LoweredFlow? {
        let kept = flow.prunedNumbers
        let states = flow.states.indices.filter { kept[$0] != nil }
        let places = states.flatMap { state in
            flow.states[state].transitions.events.map { (state, Optional($0)) } + [(state, nil)]
        }
        guard let target = random.pick(states) else { return nil }
        for _ in 0..<40 {
            guard let (state, event) = random.pick(places), let block = flow.block(state, event) else { continue }
            let count = block.size
            var position = random.below(count)
            guard let changed = change(block, at: &position, to: target) else { continue }
            var result = flow
            result.set(state, event, changed)
            return result
        }
        return nil
    }

    private func change(_ block: Block, at position: inout Int, to target: StateID) -> Block? {
        for (index, instruction) in block.instructions.enumerated() {
            var instructions = block.instructions
            if position == 0 {
                switch (self, instruction) {
                case (.retarget, .jump(let state)) where state != target: instructions[index] = .jump(target)
                case (.unguard, .when(_, let inner)): instructions[index] = .when(.constant(true), inner)
                case (.drop, .set), (.drop, .clear), (.drop, .require), (.drop, .count), (.drop, .reset),
                    (.drop, .restart), (.drop, .merge), (.drop, .forgetReply), (.drop, .remaining), (.drop, .when):
                    instructions.remove(at: index)
                default: return nil
                }
                return Block(instructions)
            }
            position -= 1
            guard case .when(let condition, let inner) = instruction else { continue }
            if position < inner.size {
                guard let changed = change(inner, at: &position, to: target) else { return nil }
                instructions[index] = .when(condition, changed)
                return Block(instructions)
            }
            position -= inner.size
        }
        return nil
    }
}

extension LoweredFlow {
    fileprivate func block(_ state: StateID, _ event: EventID?) -> Block? {
        if let event { return states[state].transitions[event] }
        if case .choice(let block) = states[state].kind { return block }
        return nil
    }

    fileprivate mutating func set(_ state: StateID, _ event: EventID?, _ block: Block) {
        if let event { states[state].transitions[event] = block } else { states[state].kind = .choice(block) }
    }
}

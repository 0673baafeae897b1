import FlowDiagnostics
import FlowCore
import FlowIR
import TestSupport

/// Values that matter to a flow: its literals, and some that it does not know.
struct ValuePool {
    /// Texts that guards compare with, words of choices, and texts that the flow sets.
    private(set) var literals: [String]
    /// By pattern: texts that it accepts.
    let accepted: Table<Pattern, [String]>

    init(_ flow: LoweredFlow) {
        var random = Seeded(1)
        accepted = flow.patterns.mapValues { pattern in (0..<12).compactMap { _ in pattern.accepted(&random) } }
        var texts: Set<ByteString> = []
        for state in flow.states {
            if case .choice(let block) = state.kind { Self.collect(block, &texts) }
            for block in state.transitions.blocks { Self.collect(block, &texts) }
            if case .present(let presentation) = state.kind { presentation.asks.forEach { texts.formUnion($0.words) } }
        }
        flow.inputs.forEach { texts.formUnion($0.words) }
        literals = texts.sorted().map(\.text)
    }

    private static func collect(_ block: Block, _ texts: inout Set<ByteString>) {
        for instruction in block.instructions {
            switch instruction {
            case .when(let condition, let inner):
                collect(condition, &texts)
                collect(inner, &texts)
            case .set(_, let source): if case .literal(let text) = source.origin { texts.insert(text) }
            default: break
            }
        }
    }

    private static func collect(_ condition: Condition, _ texts: inout Set<ByteString>) {
        condition.forEachLeaf { test in
            switch test {
            case .equals(_, let text, _), .contains(_, let text): texts.insert(text)
            default: break
            }
        }
    }

    /// A text.
    func text(_ random: inout Seeded) -> String {
        switch random.below(10) {
        case 0..<6: random.pick(literals) ?? "x"
        case 6: (random.pick(literals) ?? "") + (random.pick(literals) ?? "")
        case 7: ""
        case 8: random.pick(Array(accepted)).flatMap { random.pick($0) } ?? "42"
        default: "other\(random.below(3))"
        }
    }

    /// A list of texts.
    func list(_ random: inout Seeded) -> [String] {
        (0..<random.below(5)).map { _ in text(&random) }.filter { !$0.isEmpty && !$0.contains(",") }
    }
}

extension Pattern {
    /// A text that the automaton accepts: a random walk that ends where a text may end.
    func accepted(_ random: inout Seeded) -> String? {
        let distance = distances
        guard var left = distance[0] else { return nil }
        var (state, bytes) = (0, [UInt8]())
        while !(accepts[state] && (bytes.count > 6 || random.chance(25))) {
            let ways = (UInt8(0x20)..<0x7F).filter { byte in
                guard let there = distance[step(state, byte)] else { return false }
                return bytes.count > 6 ? there < left : true
            }
            guard bytes.count < 64, let byte = random.pick(ways) else { break }
            bytes.append(byte)
            state = step(state, byte)
            left = distance[state] ?? 0
        }
        return accepts[state] ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private func step(_ state: Int, _ byte: UInt8) -> Int {
        Int(next[state * (next.count / max(1, accepts.count)) + Int(classes[Int(byte)])])
    }

    /// By state: how many bytes lead to a state in which a text may end.
    private var distances: [Int?] {
        var result: [Int?] = accepts.map { $0 ? 0 : nil }
        for round in 0..<accepts.count {
            for state in accepts.indices where result[state] == nil {
                let isNear = (UInt8(0x20)..<0x7F).contains { result[step(state, $0)] == round }
                if isNear { result[state] = round + 1 }
            }
        }
        return result
    }
}

import FlowDiagnostics
import FlowIR
import TestSupport

/// A random flow of steps, choices and an end, with what the definitions of the checks say of it, found the slow way.
struct RandomFlow {
    private(set) var fixture = FlowFixture()
    private(set) var edges: [Int: Set<Int>] = [:]
    private var choices: Set<Int> = []
    private let count: Int

    init(_ random: inout Seeded) {
        count = 3 + random.below(8)
        for state in 1..<count {
            let targets = (0..<1 + random.below(2)).map { _ in 1 + random.below(count) }
            edges[state] = Set(targets)
            if random.below(2) == 0 {
                choices.insert(state)
                let guarded = targets.dropFirst().map { Instruction.when(.present(0), Block([.jump(StateID($0))])) }
                fixture.choice("n\(state)", guarded + [.jump(StateID(targets[0]))])
            } else {
                let jumps = targets.enumerated().map { (EventID($0 + 1), [Instruction.jump(StateID($1))]) }
                fixture.step("n\(state)", Dictionary(uniqueKeysWithValues: jumps))
            }
        }
        fixture.end("n\(count)")
        edges[0] = [1]
    }

    /// The states, by number, at whose nodes a code is reported.
    func found(_ code: String) -> Set<Int> {
        Set(fixture.diagnostics.filter { $0.code.rawValue == code }.map { Int($0.range.start) / 10 + 1 })
    }

    /// All states that some steps along edges lead to, none included.
    private func reached(from state: Int, among allowed: Set<Int>) -> Set<Int> {
        var result: Set<Int> = []
        for _ in 0...count {
            for from in result.union([state]) { result.formUnion((edges[from] ?? []).intersection(allowed)) }
        }
        return result
    }

    /// Some states, and all that steps along edges lead to from them.
    func following(_ states: Set<Int>) -> Set<Int> {
        states.reduce(into: states) { $0.formUnion(reached(from: $1, among: all)) }
    }

    private var all: Set<Int> { Set(1...count) }
    private var reachable: Set<Int> { reached(from: 0, among: all) }

    var unreachable: Set<Int> { all.subtracting(reachable) }
    var hasSpin: Bool { choices.contains { reached(from: $0, among: choices).contains($0) } }
    var trapped: Set<Int> { reachable.filter { $0 != count && !reached(from: $0, among: all).contains(count) } }
}

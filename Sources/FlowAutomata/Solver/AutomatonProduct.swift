/// Runs automata side by side to find which of them can accept one text together.
struct AutomatonProduct {
    private var automata: [ByteDFA] = []

    /// The greatest number of combined states.
    static let maxStates = 20_000
    /// The greatest number of single steps.
    static let maxWork = 4_000_000

    /// Adds an automaton.
    mutating func add(_ automaton: ByteDFA) { automata.append(automaton) }

    /// The answers of the automata, in the order of adding, to all texts there are, each answer once; nothing beyond the bounds.
    func acceptances() -> [[Bool]]? {
        let bytes = representatives()
        var known: Set<[Int32]> = []
        var waiting = [[Int32](repeating: 0, count: automata.count)]
        var answers: Set<[Bool]> = []
        var result: [[Bool]] = []
        known.insert(waiting[0])
        var position = 0
        while position < waiting.count {
            let states = waiting[position]
            position += 1
            let answer = automata.indices.map { automata[$0].accepts[Int(states[$0])] }
            if answers.insert(answer).inserted { result.append(answer) }
            guard known.count <= Self.maxStates, position * bytes.count * automata.count <= Self.maxWork else {
                return nil
            }
            for byte in bytes {
                let next = automata.indices.map { automata[$0].next(from: states[$0], byte) }
                if known.insert(next).inserted { waiting.append(next) }
            }
        }
        return result
    }

    /// A byte of each kind that the automata tell apart.
    private func representatives() -> [UInt8] {
        var seen: Set<[UInt8]> = []
        return (0...255).filter { byte in seen.insert(automata.map { $0.classes[byte] }).inserted }
            .map { UInt8($0) }
    }
}

extension ByteDFA {
    /// The automaton of a pattern's tree, not minimised; nil if it grows too large.
    init?(_ node: PatternNode) {
        do throws(PatternFault) {
            var subsets = SubsetConstruction(try ByteNFA(node))
            self = try subsets.build()
        } catch {
            return nil
        }
    }

    /// The state that a byte leads to.
    func next(from state: Int32, _ byte: UInt8) -> Int32 {
        next[Int(state) * classCount + Int(classes[Int(byte)])]
    }
}

extension PatternNode {
    /// Any text.
    static let anything = PatternNode.repeated(.scalar(.all), least: 0, most: nil)

    /// A certain text.
    static func text(_ literal: TextLiteral, ignoringCase: Bool = false) -> PatternNode {
        .sequence(
            literal.text.unicodeScalars.map { scalar in
                let value = scalar.value
                guard ignoringCase, scalar.isASCII, (0x41...0x5A).contains(value & 0xDF) else {
                    return .scalar(ScalarSet(scalar))
                }
                return .scalar(ScalarSet([value & 0xDF...value & 0xDF, value | 0x20...value | 0x20]))
            })
    }
}

import FlowDiagnostics

/// The product of several automata: it runs them in parallel on the same text.
struct AutomatonProduct {
    private var automata: [ByteDFA] = []

    /// The maximum number of states of the product.
    static let maxStates = 20_000
    /// The maximum number of transitions that the automata take, in one product and in all products of a solver together.
    ///
    /// After the products have used `total`, each further product can still use `perLateProduct`.
    static let maxWork = (perProduct: 4_000_000, total: 8_000_000, perLateProduct: 10_000)

    /// Adds an automaton after those that the product already contains.
    mutating func add(_ automaton: ByteDFA) { automata.append(automaton) }

    /// Returns all combinations in which the automata accept or reject a common text, or nil if a bound is exceeded.
    ///
    /// Each combination occurs once. It has, for each automaton in the order of addition, whether it accepts the text.
    /// Subtracts the number of transitions from `budget`, which bounds it.
    func acceptances(budget: inout Int) -> [[Bool]]? {
        let bytes = representativeBytes()
        var queue = [[Int32](repeating: 0, count: automata.count)]
        var visited: Set = [queue[0]]
        var combinations: Set<[Bool]> = []
        var result: [[Bool]] = []
        var position = 0
        while position < queue.count {
            let states = queue[position]
            position += 1
            let combination = automata.indices.map { automata[$0].accepts[Int(states[$0])] }
            if combinations.insert(combination).inserted { result.append(combination) }
            budget -= bytes.count * automata.count
            guard visited.count <= Self.maxStates, budget >= 0 else { return nil }
            for byte in bytes {
                let next = automata.indices.map { automata[$0].next(from: states[$0], on: byte) }
                if visited.insert(next).inserted { queue.append(next) }
            }
        }
        return result
    }

    /// Returns one byte of each class that the automata distinguish.
    private func representativeBytes() -> [UInt8] {
        var seen: Set<[UInt8]> = []
        return (0...255).filter { byte in seen.insert(automata.map { $0.classes[byte] }).inserted }
            .map { UInt8($0) }
    }
}

extension ByteDFA {
    /// Creates the automaton of a pattern without minimizing it, or returns nil if it is too large.
    init?(_ node: PatternNode) {
        do throws(PatternFault) {
            var subsets = SubsetConstruction(try ByteNFA(node))
            self = try subsets.build()
        } catch {
            return nil
        }
    }

    /// Returns the state to which a byte leads from another state.
    func next(from state: Int32, on byte: UInt8) -> Int32 {
        next[Int(state) * classCount + Int(classes[Int(byte)])]
    }
}

extension PatternNode {
    /// A node that matches every text.
    static let anything = PatternNode.repeated(.scalar(.all), atLeast: 0, atMost: nil)

    /// Creates a node that matches a text and, if `ignoringCase` is true, its variants in ASCII case.
    static func text(_ literal: ByteString, ignoringCase: Bool = false) -> PatternNode {
        .sequence(
            literal.text.unicodeScalars.map { scalar in
                guard ignoringCase, scalar.isASCII, UInt8(ascii: scalar).isASCIILetter else {
                    return .scalar(ScalarSet(scalar))
                }
                let lower = UInt32(UInt8(ascii: scalar).lowercasedASCII)
                let upper = lower - UInt32(UInt8.asciiCaseOffset)
                return .scalar(ScalarSet([upper...upper, lower...lower]))
            })
    }
}

/// A nondeterministic automaton over bytes, made of a pattern by Thompson's construction. State 0 is the start.
struct ByteNFA {
    /// By state: byte ranges with what they lead to.
    private(set) var edges: [[(bytes: ClosedRange<UInt8>, target: Int)]] = [[]]
    /// By state: what is reached without a byte.
    private(set) var empties: [[Int]] = [[]]
    /// The state in which a text may end.
    private(set) var end = 0

    /// The greatest number of states; beyond it no automaton of 255 states can be hoped for in sensible time.
    static let maxStates = 20_000

    /// The automaton of a pattern; throws if it grows too large.
    init(_ node: PatternNode) throws(PatternFault) {
        end = try append(node, from: 0)
    }

    private mutating func state() throws(PatternFault) -> Int {
        guard edges.count < Self.maxStates else { throw .tooLarge }
        edges.append([])
        empties.append([])
        return edges.count - 1
    }

    private mutating func append(_ node: PatternNode, from start: Int) throws(PatternFault) -> Int {
        switch node {
        case .scalar(let set): return try append(set, from: start)
        case .sequence(let parts):
            var last = start
            for part in parts { last = try append(part, from: last) }
            return last
        case .alternatives(let branches):
            let end = try state()
            for branch in branches {
                let first = try state()
                empties[start].append(first)
                empties[try append(branch, from: first)].append(end)
            }
            return end
        case .repeated(let part, let least, let most): return try append(part, least, most, from: start)
        }
    }

    private mutating func append(_ set: ScalarSet, from start: Int) throws(PatternFault) -> Int {
        let end = try state()
        for sequence in set.byteSequences {
            var last = start
            for (index, bytes) in sequence.enumerated() {
                let target = index + 1 == sequence.count ? end : try state()
                edges[last].append((bytes, target))
                last = target
            }
        }
        return end
    }

    private mutating func append(
        _ part: PatternNode, _ least: Int, _ most: Int?, from start: Int
    ) throws(PatternFault) -> Int {
        var last = start
        for _ in 0..<least { last = try append(part, from: last) }
        let end = try state()
        guard let most else {
            let loop = try state()
            empties[last].append(loop)
            empties[loop].append(end)
            empties[try append(part, from: loop)].append(loop)
            return end
        }
        for _ in least..<most {
            empties[last].append(end)
            let first = try state()
            empties[last].append(first)
            last = try append(part, from: first)
        }
        empties[last].append(end)
        return end
    }
}

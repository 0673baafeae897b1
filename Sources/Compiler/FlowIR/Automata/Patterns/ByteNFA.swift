/// A nondeterministic finite automaton over bytes, built by Thompson's construction. State 0 is the start state.
///
/// Each function that adds states throws `tooLarge` if the automaton needs more than ``maxStates``.
struct ByteNFA {
    /// By state: the transitions that consume a byte.
    private(set) var edges: [[(bytes: ClosedRange<UInt8>, target: Int)]] = [[]]
    /// By state: the targets of the transitions that consume nothing.
    private(set) var epsilons: [[Int]] = [[]]
    /// The only accepting state.
    private(set) var end = 0

    /// The maximum number of states. A larger automaton rarely reduces to the 255 states of a table.
    static let maxStates = 20_000

    /// Builds the automaton of a pattern.
    init(_ node: PatternNode) throws(PatternFault) {
        end = try append(node, from: 0)
    }

    /// Adds a state without transitions, and returns it.
    private mutating func addState() throws(PatternFault) -> Int {
        guard edges.count < Self.maxStates else { throw .tooLarge }
        edges.append([])
        epsilons.append([])
        return edges.count - 1
    }

    /// Adds the states that match a node after the state `start`, and returns the state after the node.
    private mutating func append(_ node: PatternNode, from start: Int) throws(PatternFault) -> Int {
        switch node {
        case .scalar(let set): return try append(set, from: start)
        case .sequence(let parts):
            var last = start
            for part in parts { last = try append(part, from: last) }
            return last
        case .alternatives(let branches): return try appendAlternatives(branches, from: start)
        case .repeated(let part, let least, let most):
            return try appendRepetition(of: part, atLeast: least, atMost: most, from: start)
        }
    }

    /// Adds the states that match any one of some nodes, and returns the state after the match.
    private mutating func appendAlternatives(_ branches: [PatternNode], from start: Int) throws(PatternFault) -> Int {
        let end = try addState()
        for branch in branches {
            let first = try addState()
            epsilons[start].append(first)
            epsilons[try append(branch, from: first)].append(end)
        }
        return end
    }

    /// Adds the states that match the UTF-8 encoding of one scalar of a set, and returns the state after it.
    private mutating func append(_ set: ScalarSet, from start: Int) throws(PatternFault) -> Int {
        let end = try addState()
        for sequence in set.byteSequences {
            var last = start
            for (index, bytes) in sequence.enumerated() {
                let target = index + 1 == sequence.count ? end : try addState()
                edges[last].append((bytes, target))
                last = target
            }
        }
        return end
    }

    /// Adds the states that match a node repeatedly, and returns the state after the last repetition.
    ///
    /// If `most` is nil, the number of repetitions is unlimited.
    private mutating func appendRepetition(
        of part: PatternNode, atLeast least: Int, atMost most: Int?, from start: Int
    ) throws(PatternFault) -> Int {
        var last = start
        for _ in 0..<least { last = try append(part, from: last) }
        guard let most else { return try appendUnlimited(part, from: last) }
        return try appendOptional(part, atMost: most - least, from: last)
    }

    /// Adds a loop that matches a node any number of times, and returns the state after the loop.
    private mutating func appendUnlimited(_ part: PatternNode, from start: Int) throws(PatternFault) -> Int {
        let end = try addState()
        let loop = try addState()
        epsilons[start].append(loop)
        epsilons[loop].append(end)
        epsilons[try append(part, from: loop)].append(loop)
        return end
    }

    /// Adds the states that match a node at most `count` times, and returns the state after the last one.
    private mutating func appendOptional(
        _ part: PatternNode, atMost count: Int, from start: Int
    ) throws(PatternFault) -> Int {
        let end = try addState()
        var last = start
        for _ in 0..<count {
            epsilons[last].append(end)
            let first = try addState()
            epsilons[last].append(first)
            last = try append(part, from: first)
        }
        epsilons[last].append(end)
        return end
    }
}

package import FlowModel

extension Pattern {
    /// The number of byte classes.
    package var classCount: Int { accepts.isEmpty ? 0 : next.count / accepts.count }

    /// Whether the whole of a text matches.
    package func matches(_ text: some Sequence<UInt8>) -> Bool {
        var state = 0
        for byte in text { state = Int(next[state * classCount + Int(classes[Int(byte)])]) }
        return accepts[state]
    }

    /// Whether no text matches.
    package var isEmpty: Bool { isDisjoint(with: self) }

    /// Whether no text matches both patterns: no accepting pair of the product automaton can be reached.
    package func isDisjoint(with other: Pattern) -> Bool { never(with: other) { $0 && $1 } }

    /// Whether all that another pattern matches is matched by this one.
    package func includes(_ other: Pattern) -> Bool { never(with: other) { !$0 && $1 } }

    /// Whether no pair of the product automaton can be reached of which something holds, told which of the two accept.
    private func never(with other: Pattern, _ holds: (Bool, Bool) -> Bool) -> Bool {
        var seen = [Bool](repeating: false, count: accepts.count * other.accepts.count)
        var waiting = [0]
        var pairs = Set<Int>()
        for byte in 0..<256 { pairs.insert(Int(classes[byte]) << 8 | Int(other.classes[byte])) }
        while let pair = waiting.popLast() {
            guard !seen[pair] else { continue }
            seen[pair] = true
            let (mine, theirs) = (pair / other.accepts.count, pair % other.accepts.count)
            if holds(accepts[mine], other.accepts[theirs]) { return false }
            for classPair in pairs {
                let left = Int(next[mine * classCount + classPair >> 8])
                let right = Int(other.next[theirs * other.classCount + classPair & 0xFF])
                waiting.append(left * other.accepts.count + right)
            }
        }
        return true
    }
}

package import FlowModel

extension Pattern {
    /// The number of byte classes.
    package var classCount: Int { accepts.isEmpty ? 0 : next.count / accepts.count }

    /// Whether the pattern matches the whole text, given as UTF-8.
    package func matches(_ text: some Sequence<UInt8>) -> Bool {
        var state = 0
        for byte in text { state = Int(next[state * classCount + Int(classes[Int(byte)])]) }
        return accepts[state]
    }

    /// Whether the pattern matches no text.
    package var isEmpty: Bool { isDisjoint(with: self) }

    /// Whether no text matches both patterns.
    package func isDisjoint(with other: Pattern) -> Bool { !hasText(with: other) { $0 && $1 } }

    /// Whether this pattern matches every text that another pattern matches.
    package func includes(_ other: Pattern) -> Bool { !hasText(with: other) { !$0 && $1 } }

    /// Whether a text exists that two patterns classify as a condition requires.
    ///
    /// Searches the product automaton. `condition` receives whether this pattern accepts, and whether the other does.
    private func hasText(with other: Pattern, where condition: (Bool, Bool) -> Bool) -> Bool {
        var isVisited = [Bool](repeating: false, count: accepts.count * other.accepts.count)
        var waiting = [0]
        var classPairs = Set<Int>()
        for byte in 0..<256 { classPairs.insert(Int(classes[byte]) << 8 | Int(other.classes[byte])) }
        while let pair = waiting.popLast() {
            guard !isVisited[pair] else { continue }
            isVisited[pair] = true
            let (mine, theirs) = (pair / other.accepts.count, pair % other.accepts.count)
            if condition(accepts[mine], other.accepts[theirs]) { return true }
            for classPair in classPairs {
                let left = Int(next[mine * classCount + classPair >> 8])
                let right = Int(other.next[theirs * other.classCount + classPair & 0xFF])
                waiting.append(left * other.accepts.count + right)
            }
        }
        return false
    }
}

extension Pattern {
    package var classCount: Int { accepts.isEmpty ? 0 : next.count / accepts.count }

    /// Returns whether the pattern matches the whole text, given as UTF-8.
    package func matches(_ text: some Sequence<UInt8>) -> Bool {
        var state = 0
        for byte in text { state = Int(next[state * classCount + Int(classes[Int(byte)])]) }
        return accepts[state]
    }

    /// Whether the pattern matches no text.
    package var isEmpty: Bool { isDisjoint(with: self) }

    /// Returns whether no text matches both patterns.
    package func isDisjoint(with other: Pattern) -> Bool { !existsText(comparedWith: other) { $0 && $1 } }

    /// Returns whether this pattern matches every text that another pattern matches.
    package func includes(_ other: Pattern) -> Bool { !existsText(comparedWith: other) { !$0 && $1 } }

    /// Returns whether `condition` is true for some text.
    ///
    /// `condition` receives whether this pattern matches the text, and whether the other pattern matches it. The search
    /// visits the states of the product automaton.
    private func existsText(comparedWith other: Pattern, where condition: (Bool, Bool) -> Bool) -> Bool {
        // The number of a product state is this pattern's state × `otherCount` + the other pattern's state.
        let otherCount = other.accepts.count
        var isVisited = [Bool](repeating: false, count: accepts.count * otherCount)
        var waiting = [0]
        let classPairs = Set(zip(classes, other.classes).map(ClassPair.init))
        while let productState = waiting.popLast() {
            guard !isVisited[productState] else { continue }
            isVisited[productState] = true
            let (state, otherState) = (productState / otherCount, productState % otherCount)
            if condition(accepts[state], other.accepts[otherState]) { return true }
            for pair in classPairs {
                let target = Int(next[state * classCount + Int(pair.own)])
                let otherTarget = Int(other.next[otherState * other.classCount + Int(pair.other)])
                waiting.append(target * otherCount + otherTarget)
            }
        }
        return false
    }

    /// The classes of a byte in two patterns.
    private struct ClassPair: Hashable {
        let own: UInt8
        let other: UInt8
    }
}

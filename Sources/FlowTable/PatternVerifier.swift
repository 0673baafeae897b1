/// Verifies the automata of patterns.
///
/// An automaton begins with the number of states, the number of byte classes, and the class of each of the 256 bytes.
/// Then come the next state for each state and class, and one byte per state, which is 1 if the state accepts. State 0
/// is the start.
struct PatternVerifier {
    let view: TableView
    let bytes: UnsafeRawBufferPointer

    /// Verifies the offsets and the automata of all patterns.
    /// - Throws: ``TableError`` for the first fault.
    func verify() throws(TableError) {
        guard let base = bytes.baseAddress else { return }
        let start = view.patternBytes - base
        for pattern in 0..<view.patterns {
            let from = view.patternOffset[pattern]
            let to = pattern + 1 < view.patterns ? view.patternOffset[pattern + 1] : size
            guard from <= to, to <= size else { throw TableError(.badReference, at: start + from) }
            try verifyAutomaton(from: start + from, to: start + to)
        }
    }

    /// The size of all patterns, up to the names of the states.
    private var size: Int { view.stateName.base - view.patternBytes }

    /// Verifies the automaton that occupies the table from offset `from` up to offset `to`.
    ///
    /// Every byte class and every next state must exist.
    private func verifyAutomaton(from: Int, to: Int) throws(TableError) {
        let countBytes = 2
        let byteValues = 256
        let classesStart = from + countBytes
        let transitionsStart = classesStart + byteValues
        guard to >= transitionsStart else { throw TableError(.badRecord, at: from) }
        let states = Int(bytes[from])
        let classes = Int(bytes[from + 1])
        let acceptsStart = transitionsStart + states * classes
        guard states > 0, classes > 0, to == acceptsStart + states else { throw TableError(.badRecord, at: from) }
        for index in classesStart..<transitionsStart where Int(bytes[index]) >= classes {
            throw TableError(.badRecord, at: index)
        }
        for index in transitionsStart..<acceptsStart where Int(bytes[index]) >= states {
            throw TableError(.badRecord, at: index)
        }
    }
}

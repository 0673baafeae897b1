/// Converts a nondeterministic automaton to a deterministic one by the subset construction, within bounds.
struct SubsetConstruction {
    private let nfa: ByteNFA
    /// The sets of states of the nondeterministic automaton. Each is a state of the deterministic one.
    private var sets: [[Int32]] = []
    /// By set: its index in `sets`.
    private var numbers: [[Int32]: Int32] = [:]
    /// By state of the nondeterministic automaton: the number of the last closure that visited it; 0 if none has.
    private var stamps: [Int32]
    /// The number of the current closure.
    private var stamp: Int32 = 0
    /// The number of states, edges and epsilons visited so far.
    private var work = 0

    /// The maximum number of states before minimization.
    static let maxStates = 4_096
    /// The maximum of `work`, which bounds the time.
    static let maxWork = 4_000_000

    init(_ nfa: ByteNFA) {
        self.nfa = nfa
        stamps = Array(repeating: 0, count: nfa.edges.count)
    }

    /// Builds the deterministic automaton.
    ///
    /// - Throws: `tooLarge` if a bound is exceeded
    mutating func build() throws(PatternFault) -> ByteDFA {
        let (classes, bytes) = byteClasses()
        var next: [Int32] = []
        // The closure of the start state becomes state 0.
        try intern(closure(of: [0]))
        var state = 0
        while state < sets.count {
            for byte in bytes { next.append(try intern(step(from: sets[state], byte))) }
            state += 1
        }
        let end = Int32(nfa.end)
        return ByteDFA(
            classes: classes, classCount: bytes.count, next: next, accepts: sets.map { $0.contains(end) })
    }

    /// Returns the class of each byte, and one byte of each class. No edge distinguishes the bytes of a class.
    private func byteClasses() -> (classes: [UInt8], representatives: [UInt8]) {
        // By byte, with an entry for the end of the last class: whether a class starts there.
        var starts = [Bool](repeating: false, count: 257)
        starts[0] = true
        for edge in nfa.edges.joined() {
            starts[Int(edge.bytes.lowerBound)] = true
            starts[Int(edge.bytes.upperBound) + 1] = true
        }
        var classes: [UInt8] = []
        var representatives: [UInt8] = []
        for byte in 0..<256 {
            if starts[byte] { representatives.append(UInt8(byte)) }
            // There are at most 256 classes, so the number of a class fits into a byte.
            classes.append(UInt8(truncatingIfNeeded: representatives.count - 1))
        }
        return (classes, representatives)
    }

    /// Returns the index of a set of states in `sets`, adding the set if it is new.
    ///
    /// - Throws: `tooLarge` if a bound is exceeded
    @discardableResult
    private mutating func intern(_ set: [Int32]) throws(PatternFault) -> Int32 {
        if let known = numbers[set] { return known }
        guard sets.count < Self.maxStates, work < Self.maxWork else { throw .tooLarge }
        let number = Int32(sets.count)
        numbers[set] = number
        sets.append(set)
        return number
    }

    /// Returns the epsilon closure of the states to which a byte leads from the states of a set.
    ///
    /// - Throws: `tooLarge` if `work` reaches its maximum
    private mutating func step(from set: [Int32], _ byte: UInt8) throws(PatternFault) -> [Int32] {
        var targets: [Int32] = []
        for state in set {
            let edges = nfa.edges[Int(state)]
            work += edges.count + 1
            for edge in edges where edge.bytes.contains(byte) { targets.append(Int32(edge.target)) }
        }
        guard work < Self.maxWork else { throw .tooLarge }
        return closure(of: targets)
    }

    /// Returns the epsilon closure of some states, sorted. Omits states without an effect on the language.
    private mutating func closure(of states: [Int32]) -> [Int32] {
        stamp += 1
        var result: [Int32] = []
        var waiting = states
        while let state = waiting.popLast() {
            guard stamps[Int(state)] != stamp else { continue }
            stamps[Int(state)] = stamp
            // Other states neither consume a byte nor accept.
            if !nfa.edges[Int(state)].isEmpty || Int(state) == nfa.end { result.append(state) }
            for target in nfa.epsilons[Int(state)] { waiting.append(Int32(target)) }
            work += nfa.epsilons[Int(state)].count + 1
        }
        return result.sorted()
    }
}

/// A complete deterministic finite automaton over bytes. State 0 is the start state.
struct ByteDFA: Sendable {
    /// The class of each byte. All bytes of a class have the same transitions.
    var classes: [UInt8]
    /// The number of byte classes, 1 to 256.
    var classCount: Int
    /// The transition table, indexed by state × number of classes + class.
    var next: [Int32]
    /// By state: whether it accepts.
    var accepts: [Bool]

    var stateCount: Int { accepts.count }

    init(_ pattern: Pattern) {
        classes = pattern.classes
        classCount = Int(pattern.classes.max() ?? 0) + 1
        next = pattern.next.map(Int32.init)
        accepts = pattern.accepts
    }

    /// Creates an automaton from its transitions, by state and then by byte class.
    init(classes: [UInt8], classCount: Int, next: [Int32], accepts: [Bool]) {
        self.classes = classes
        self.classCount = classCount
        self.next = next
        self.accepts = accepts
    }
}

import FlowIR

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

    /// The number of states.
    var stateCount: Int { accepts.count }

    init(_ pattern: Pattern) {
        classes = pattern.classes
        classCount = Int(pattern.classes.max() ?? 0) + 1
        next = pattern.next.map(Int32.init)
        accepts = pattern.accepts
    }

    init(classes: [UInt8], classCount: Int, next: [Int32], accepts: [Bool]) {
        self.classes = classes
        self.classCount = classCount
        self.next = next
        self.accepts = accepts
    }
}

import FlowModel

/// A complete deterministic automaton over bytes of any size. State 0 is the start.
struct ByteDFA: Sendable {
    /// Class of each of the 256 bytes.
    var classes: [UInt8]
    /// The number of classes, 1 to 256.
    var classCount: Int
    /// Next state, by state × number of classes + class.
    var next: [Int32]
    /// By state: whether a text may end there.
    var accepts: [Bool]

    /// The number of states.
    var stateCount: Int { accepts.count }

    /// The automaton of a pattern.
    init(_ pattern: Pattern) {
        classes = pattern.classes
        classCount = Int(pattern.classes.max() ?? 0) + 1
        next = pattern.next.map(Int32.init)
        accepts = pattern.accepts
    }

    /// An automaton of its parts.
    init(classes: [UInt8], classCount: Int, next: [Int32], accepts: [Bool]) {
        self.classes = classes
        self.classCount = classCount
        self.next = next
        self.accepts = accepts
    }
}

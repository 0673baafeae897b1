/// A pattern as a deterministic finite automaton over bytes. State 0 is the start.
package struct Pattern: Sendable, Equatable {
    /// The pattern as the author wrote it.
    package var source: String
    /// The class of each of the 256 bytes.
    package var classes: [UInt8]
    /// The next state. The index is the state times the number of classes, plus the class.
    package var next: [UInt8]
    /// By state: whether it accepts.
    package var accepts: [Bool]

    /// Creates a pattern from its source and the tables of its automaton.
    package init(source: String, classes: [UInt8], next: [UInt8], accepts: [Bool]) {
        self.source = source
        self.classes = classes
        self.next = next
        self.accepts = accepts
    }
}

/// A pattern as a deterministic finite automaton over bytes; state 0 is the start.
package struct Pattern: Sendable, Equatable {
    /// The pattern as written.
    package var source: String
    /// Class of each of the 256 bytes.
    package var classes: [UInt8]
    /// Next state, by state × number of classes + class.
    package var next: [UInt8]
    /// By state: whether a text may end there.
    package var accepts: [Bool]

    /// A pattern.
    package init(source: String, classes: [UInt8], next: [UInt8], accepts: [Bool]) {
        self.source = source
        self.classes = classes
        self.next = next
        self.accepts = accepts
    }
}

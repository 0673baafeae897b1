/// An error in a pattern, with its position.
package struct PatternFault: Error, Hashable, Sendable {
    /// The UTF-8 offset in the pattern's source.
    package let offset: Int
    /// The error message, in lower case and without a full stop.
    package let message: String

    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    /// The error of a pattern whose automaton does not fit into a table.
    static let tooLarge = PatternFault(
        offset: 0,
        message: "the pattern is too large: its automaton would have more than \(PatternCompiler.maxSize) states")
}

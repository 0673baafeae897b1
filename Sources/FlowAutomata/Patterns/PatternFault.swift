/// Why a pattern cannot be used, and where in its text.
package struct PatternFault: Error, Hashable, Sendable {
    /// The UTF-8 offset in the pattern's source.
    package let offset: Int
    /// The fault in words: lower case, no full stop.
    package let message: String

    /// A fault at a UTF-8 offset.
    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    /// The fault of a pattern that no table could hold.
    static let tooLarge = PatternFault(
        offset: 0, message: "the pattern is too large: its automaton would have more than 255 states")
}

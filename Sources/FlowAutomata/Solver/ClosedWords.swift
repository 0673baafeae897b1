/// The words that are all values of a choice.
package struct ClosedWords: Sendable, Hashable {
    /// The words.
    package var words: [String]
    /// Whether a value may be written in other ASCII case than the word.
    package var ignoringCase: Bool

    /// Words of a choice.
    package init(_ words: [String], ignoringCase: Bool = false) {
        self.words = words
        self.ignoringCase = ignoringCase
    }
}

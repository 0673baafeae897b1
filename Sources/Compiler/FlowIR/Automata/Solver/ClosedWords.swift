/// The value set of a text: a list of words, and all texts of some forms.
package struct ClosedWords: Sendable, Hashable {
    package var words: [String]
    /// Whether the ASCII case of a value can differ from the word.
    package var ignoringCase: Bool
    /// The forms of the values that are not words.
    package var forms: [TextForm]

    /// Creates a set of words and forms.
    package init(_ words: [String], ignoringCase: Bool = false, forms: [TextForm] = []) {
        self.words = words
        self.ignoringCase = ignoringCase
        self.forms = forms
    }

    /// Returns whether two sets have the same words and forms in the same order.
    ///
    /// Words are compared byte by byte, because canonically equivalent texts are different values.
    package static func == (left: ClosedWords, right: ClosedWords) -> Bool {
        left.ignoringCase == right.ignoringCase && left.forms == right.forms
            && left.words.elementsEqual(right.words) { $0.utf8.elementsEqual($1.utf8) }
    }
}

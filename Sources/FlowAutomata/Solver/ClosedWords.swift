/// All values that a text can have: some words, and the texts of some forms.
package struct ClosedWords: Sendable, Hashable {
    /// The words.
    package var words: [String]
    /// Whether a value may be written in other ASCII case than the word.
    package var ignoringCase: Bool
    /// The forms of other values.
    package var forms: [TextForm]

    /// Words of a choice, and forms.
    package init(_ words: [String], ignoringCase: Bool = false, forms: [TextForm] = []) {
        self.words = words
        self.ignoringCase = ignoringCase
        self.forms = forms
    }

    /// Words are the same byte by byte.
    package static func == (left: ClosedWords, right: ClosedWords) -> Bool {
        left.ignoringCase == right.ignoringCase && left.forms == right.forms
            && left.words.elementsEqual(right.words) { $0.utf8.elementsEqual($1.utf8) }
    }
}

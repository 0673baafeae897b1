/// A word of the source with its place.
package struct SourceName: Sendable {
    /// The word.
    package let text: String
    /// Its place.
    package let range: SourceRange

    /// Creates a word at a place.
    package init(text: String, range: SourceRange) {
        self.text = text
        self.range = range
    }
}

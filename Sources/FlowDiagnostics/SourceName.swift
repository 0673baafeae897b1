/// A word of the source with its location.
package struct SourceName: Sendable {
    package let text: String
    package let range: SourceRange

    /// Creates a word at a location.
    package init(text: String, range: SourceRange) {
        self.text = text
        self.range = range
    }
}

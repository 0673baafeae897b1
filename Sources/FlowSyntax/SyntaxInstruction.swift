package import FlowDiagnostics

/// A processing instruction `<?flowc …?>`, which speaks to this program about the element that follows it.
package struct SyntaxInstruction: Sendable {
    /// A name with a value, written like an attribute.
    package struct Field: Sendable {
        /// The name as written.
        package let name: String
        /// The place of the name.
        package let nameRange: SourceRange
        /// The value, references decoded.
        package let text: String
        /// The place between the quotes.
        package let valueRange: SourceRange
        /// The words of the value, separated by white space, each with its place.
        package let words: [(text: String, range: SourceRange)]
    }

    /// From the `<?` to behind the `?>`.
    package let range: SourceRange
    /// The place of the target, `flowc`.
    package let targetRange: SourceRange
    /// The element that follows with only white space, comments and instructions between, nil if none does.
    package let element: ElementID?
    /// The fields in the order of the source.
    package let fields: [Field]
    /// What cannot be read as a field, up to the end, nil if everything can.
    package let unreadable: SourceRange?
}

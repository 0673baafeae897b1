package import FlowDiagnostics

/// A processing instruction `<?flowc …?>` for the element that follows it.
package struct SyntaxInstruction: Sendable {
    /// A named value, written like an attribute.
    package struct Field: Sendable {
        /// The name as written.
        package let name: String
        /// The location of the name.
        package let nameRange: SourceRange
        /// The value, with references decoded.
        package let text: String
        /// The location of the value, without its quotes.
        package let valueRange: SourceRange
        /// The words of the value, separated by white space, with their locations.
        package let words: [(text: String, range: SourceRange)]
    }

    /// The range from `<?` to after `?>`.
    package let range: SourceRange
    /// The location of the target, `flowc`.
    package let targetRange: SourceRange
    /// The element that the instruction applies to; nil if none follows.
    ///
    /// Only white space, comments and instructions may be in between.
    package let element: ElementID?
    /// The fields in source order.
    package let fields: [Field]
    /// The part after the last valid field; nil if all fields are valid.
    package let unreadable: SourceRange?
}

/// What the RELAX NG grammar has against a document, in libxml2's words.
package struct SchemaViolation: Hashable, Sendable {
    /// The words of libxml2, without a line end.
    package let message: String
    /// The line that libxml2 gives, nil if it gives none.
    package let line: Int?
    /// The element meant, nil if libxml2 names none.
    package let element: ElementID?
}

/// A violation of the RELAX NG grammar, in the words of libxml2.
package struct SchemaViolation: Hashable, Sendable {
    /// The words of libxml2, without a line end.
    package let message: String
    /// The line that libxml2 gives, nil if it gives none.
    package let line: Int?
    /// The element meant, nil if libxml2 names none.
    package let element: ElementID?
}

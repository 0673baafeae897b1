/// A violation of the RELAX NG grammar, reported by libxml2.
package struct SchemaViolation: Hashable, Sendable {
    /// The first line of libxml2's message.
    package let message: String
    /// The line, or nil if libxml2 reports none.
    package let line: Int?
    /// The element, or nil if libxml2 reports none.
    package let element: ElementID?
}

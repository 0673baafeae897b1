import FlowDiagnostics
package import FlowSyntax

/// An element of one of the documents at hand.
package struct Place: Hashable, Sendable {
    /// Index of the document in ``Documents``.
    package let document: Int
    /// The element.
    package let element: ElementID
}

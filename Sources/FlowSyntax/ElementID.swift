/// The number of an element within one `SyntaxTree`, in document order from 0, the root.
package struct ElementID: Hashable, Comparable, Sendable {
    /// The index in document order.
    package let index: Int32

    /// Makes an identifier from an index.
    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Orders elements as they stand in the document.
    package static func < (left: ElementID, right: ElementID) -> Bool { left.index < right.index }
}

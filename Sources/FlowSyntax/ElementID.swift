/// The number of an element in a `SyntaxTree`, in document order.
package struct ElementID: Hashable, Comparable, Sendable {
    /// The index in document order; the root has 0.
    package let index: Int32

    /// Creates an identifier from an index.
    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Orders elements by document order.
    package static func < (left: ElementID, right: ElementID) -> Bool { left.index < right.index }
}

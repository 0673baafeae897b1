/// The children of an element, in document order.
package struct SyntaxChildren: Sequence, IteratorProtocol, Sendable {
    let elements: [ElementRecord]
    /// The index of the next child.
    var position: Int32
    /// The index after the last descendant of the element.
    let end: Int32

    /// Returns the next child, or nil at the end.
    package mutating func next() -> ElementID? {
        guard position < end, elements.indices.contains(Int(position)) else { return nil }
        let child = position
        position = Swift.max(elements[Int(child)].subtreeEnd, child + 1)
        return ElementID(Int(child))
    }
}

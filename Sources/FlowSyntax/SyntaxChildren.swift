/// Iterates over the children of an element.
///
/// It skips whole subtrees and allocates nothing.
package struct SyntaxChildren: Sequence, IteratorProtocol, Sendable {
    let elements: [ElementRecord]
    var position: Int32
    let end: Int32

    /// Returns the next child, or nil at the end.
    package mutating func next() -> ElementID? {
        guard position < end, elements.indices.contains(Int(position)) else { return nil }
        let child = position
        position = Swift.max(elements[Int(child)].subtreeEnd, child + 1)
        return ElementID(Int(child))
    }
}

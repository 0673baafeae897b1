/// The children of an element: steps over whole subtrees, without allocation.
package struct SyntaxChildren: Sequence, IteratorProtocol, Sendable {
    let elements: [ElementRecord]
    var position: Int32
    let end: Int32

    /// The next child, nil behind the last.
    package mutating func next() -> ElementID? {
        guard position < end, elements.indices.contains(Int(position)) else { return nil }
        let child = position
        position = Swift.max(elements[Int(child)].subtreeEnd, child + 1)
        return ElementID(Int(child))
    }
}

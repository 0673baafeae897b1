/// An array that is indexed by ids: it has an element for each id below its count.
///
/// `Tag` says whose ids they are, so that the id of a slot cannot index a table of states.
@usableFromInline
package struct Table<Tag, Element>: RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
    @usableFromInline package typealias Index = ID<Tag>
    @usableFromInline package typealias Indices = Range<ID<Tag>>

    @usableFromInline var elements: [Element]

    /// Creates a table of elements, in the order of their ids.
    @inlinable
    package init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

    /// Creates a table that has the same element for each id.
    @inlinable
    package init(repeating element: Element, count: Int) { elements = Array(repeating: element, count: count) }

    @inlinable
    package init(arrayLiteral elements: Element...) { self.elements = elements }

    @inlinable package var startIndex: ID<Tag> { 0 }
    @inlinable package var endIndex: ID<Tag> { ID(elements.count) }

    @inlinable
    package subscript(id: ID<Tag>) -> Element {
        get { elements[id.rawValue] }
        _modify { yield &elements[id.rawValue] }
    }

    /// The element with an id, or nil if there is none.
    @inlinable
    package subscript(ifPresent id: ID<Tag>) -> Element? { indices.contains(id) ? self[id] : nil }

    /// Adds an element, which gets the next id.
    @inlinable
    package mutating func append(_ element: Element) { elements.append(element) }

    @inlinable
    package mutating func add(_ element: Element) -> ID<Tag> {
        elements.append(element)
        return ID(elements.count - 1)
    }

    /// Allocates the memory for `count` elements.
    @inlinable
    package mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

    @inlinable
    package func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

    /// Returns the table with the result of `transform` in place of each element.
    @inlinable
    package func mapValues<Other>(_ transform: (Element) -> Other) -> Table<Tag, Other> {
        Table<Tag, Other>(elements.map(transform))
    }

    /// Returns the elements with their ids, in the order of the ids.
    @inlinable
    package func indexed() -> Zip2Sequence<Range<ID<Tag>>, [Element]> { zip(indices, elements) }
}

extension Table: Sendable where Element: Sendable {}
extension Table: Equatable where Element: Equatable {}

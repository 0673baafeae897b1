package import FlowDiagnostics

/// The id of an element in a `SyntaxTree`.
package struct ElementID: Hashable, Comparable, Sendable {
    /// The index in document order; the root has 0.
    package let index: Int32

    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Orders elements by document order.
    package static func < (left: ElementID, right: ElementID) -> Bool { left.index < right.index }
}

/// An element in the tree: 36 bytes, without references.
struct ElementRecord: Sendable {
    /// The name; `unknown` if no grammar defines it, or if it is in a namespace.
    var name: ElementName
    var attributeCount: UInt8
    /// The index of the enclosing element; -1 for the root.
    var parent: Int32
    /// The index after the last descendant.
    var subtreeEnd: Int32
    var firstAttribute: Int32
    /// The offset of `<`.
    var tagStart: Int32
    var nameEnd: Int32
    /// The offset after the `>` of the start tag.
    var tagEnd: Int32
    /// The offset after the end tag, or after `/>`.
    var end: Int32
    /// The index of the element's text; -1 if there is none, or only white space.
    var text: Int32
}

/// An attribute in the tree: 20 bytes, without references.
struct AttributeRecord: Sendable {
    /// The name; `unknown` if no grammar defines it, or if it has a prefix.
    var name: AttributeName
    /// Whether the value contains references, tabs or line ends, and must be decoded.
    var isEncoded: Bool
    var nameStart: Int32
    var nameEnd: Int32
    /// The offset after the opening quote.
    var valueStart: Int32
    /// The offset of the closing quote.
    var valueEnd: Int32
}

/// A processing instruction `<?flowc …?>` in the tree.
struct InstructionRecord: Sendable {
    /// The range from `<?` to after `?>`.
    var range: Range<Int32>
    /// The index of the following element; -1 if none follows.
    ///
    /// Only white space, comments and instructions may be in between.
    var element: Int32

    static let opening: StaticString = "<?flowc"

    /// Returns whether the instruction at a range of the source is for the compiler.
    static func isForCompiler(_ range: Range<Int>, in source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard source.starts(with: opening, at: range.lowerBound, end: range.upperBound) else { return false }
        let next = range.lowerBound + opening.utf8CodeUnitCount
        return next < range.upperBound && (Byte.isSpace(source[next]) || source[next] == Byte.questionMark)
    }
}

/// A handle on one attribute of a `SyntaxTree`.
package struct SyntaxAttribute: Hashable, Sendable {
    /// The index of the attribute among all attributes of the tree.
    let index: Int32
    package let name: AttributeName
}

/// A processing instruction `<?flowc …?>` for the element that follows it.
package struct SyntaxInstruction: Sendable {
    /// A named value, written like an attribute.
    package struct Field: Sendable {
        package let name: String
        package let nameRange: SourceRange
        /// The value, with references decoded.
        package let text: String
        /// The location of the value, without its quotes.
        package let valueRange: SourceRange
        /// The words of the value, separated by white space, with their locations.
        package let words: [(text: String, range: SourceRange)]
    }

    /// The range from `<?` to after `?>`.
    package let range: SourceRange
    /// The location of the target, `flowc`.
    package let targetRange: SourceRange
    /// The element that the instruction applies to; nil if none follows.
    ///
    /// Only white space, comments and instructions may be in between.
    package let element: ElementID?
    package let fields: [Field]
    /// The part after the last valid field; nil if all fields are valid.
    package let unreadable: SourceRange?
}

/// The children of an element, in document order.
package struct SyntaxChildren: Sequence, IteratorProtocol, Sendable {
    let elements: [ElementRecord]
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

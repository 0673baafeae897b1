/// A text compared by its bytes.
///
/// `String` ignores differences in Unicode composition; flows do not.
package struct ByteText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// Whether the bytes are equal.
    package static func == (left: ByteText, right: ByteText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Orders texts by their bytes.
    package static func < (left: ByteText, right: ByteText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

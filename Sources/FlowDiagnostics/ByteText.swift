/// A text that is compared by its UTF-8 bytes.
///
/// In flows, unlike in `String`, texts that differ only in their Unicode composition are different.
package struct ByteText: Hashable, Comparable, Sendable {
    package let text: String

    /// Creates a text that is compared by its bytes.
    package init(_ text: String) { self.text = text }

    /// Returns whether two texts have the same bytes.
    package static func == (left: ByteText, right: ByteText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Orders texts by their bytes.
    package static func < (left: ByteText, right: ByteText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes, so that equal texts have equal hashes.
    package func hash(into hasher: inout Hasher) {
        // `withUTF8` can rewrite its text, and therefore needs a copy.
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

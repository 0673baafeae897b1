/// The bounds within which documents are read; each exceeded bound is an error of its own.
package struct ParseLimits: Hashable, Sendable {
    /// The largest file in bytes. Default 64 MiB; at most 1 GiB counts.
    package var fileSize: Int
    /// The deepest nesting of elements, the root being 1. Default 64; at most 200 counts.
    package var depth: Int
    /// The most attributes of one element, namespace declarations included. Default 64; at most 255 counts.
    package var attributes: Int
    /// The longest attribute value or text in bytes of source. Default 1 MiB; at most 8 MiB counts.
    package var valueLength: Int
    /// The most files that one graph loads. Default 4096.
    package var files: Int

    /// Makes bounds; without arguments, the defaults.
    package init(
        fileSize: Int = 64 << 20, depth: Int = 64, attributes: Int = 64, valueLength: Int = 1 << 20, files: Int = 4096
    ) {
        self.fileSize = min(fileSize, 1 << 30)
        self.depth = min(depth, 200)
        self.attributes = min(attributes, 255)
        self.valueLength = min(valueLength, 8 << 20)
        self.files = files
    }
}

/// The limits of documents. Each limit has its own finding.
package struct ParseLimits: Hashable, Sendable {
    /// The maximum file size in bytes. Default 64 MiB, at most 1 GiB.
    package var fileSize: Int
    /// The maximum nesting depth; the root has 1. Default 64, at most 200.
    package var depth: Int
    /// The maximum number of attributes of an element.
    ///
    /// It includes namespace declarations. Default 64, at most 255.
    package var attributes: Int
    /// The maximum source length of a value or text in bytes.
    ///
    /// Default 1 MiB, at most 8 MiB.
    package var valueLength: Int
    /// The maximum number of files in a graph. Default 4096.
    package var files: Int

    /// Creates limits, each clamped to its upper bound.
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

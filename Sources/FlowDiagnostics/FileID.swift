/// The number of a source file within one `SourceSet`.
package struct FileID: Hashable, Comparable, Sendable {
    /// The index in the set, from 0.
    package let index: Int32

    /// Makes an identifier from an index in a `SourceSet`.
    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Orders files as they were added.
    package static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

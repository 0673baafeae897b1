/// The index of a source file in a `SourceSet`.
package struct FileID: Hashable, Comparable, Sendable {
    /// The index, from 0.
    package let index: Int32

    /// Creates an identifier from an index in a `SourceSet`, which has far fewer files than an `Int32` can count.
    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Orders files by their insertion into the set.
    package static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

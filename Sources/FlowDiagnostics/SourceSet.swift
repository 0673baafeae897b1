/// The files of one compilation, by number.
package struct SourceSet: Sendable {
    /// The files in the order in which they were added; the index is that of their `FileID`.
    package private(set) var files: [SourceFile] = []

    /// Makes an empty set.
    package init() {}

    /// The number that the next added file gets.
    package var nextID: FileID { FileID(files.count) }

    /// Adds a file and returns its number.
    package mutating func add(_ file: SourceFile) -> FileID {
        files.append(file)
        return FileID(files.count - 1)
    }

    /// The file of a number, nil if this set has none such.
    package subscript(id: FileID) -> SourceFile? {
        files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
    }
}

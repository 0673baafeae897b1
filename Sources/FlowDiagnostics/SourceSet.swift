/// The files of one compilation, by number.
package struct SourceSet: Sendable {
    /// The files in insertion order. A file has the index of its `FileID`.
    package private(set) var files: [SourceFile] = []

    /// Creates an empty set.
    package init() {}

    /// The number that the next file will get.
    package var nextID: FileID { FileID(files.count) }

    /// Adds a file and returns its number.
    package mutating func add(_ file: SourceFile) -> FileID {
        files.append(file)
        return FileID(files.count - 1)
    }

    /// The file with a number, or nil if the set has none.
    package subscript(id: FileID) -> SourceFile? {
        files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
    }
}

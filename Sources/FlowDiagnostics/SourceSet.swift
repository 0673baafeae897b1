/// The files of one compilation, by number.
package struct SourceSet: Sendable {
    /// The files in insertion order, which is that of their `FileID`.
    package private(set) var files: [SourceFile] = []

    /// Creates an empty set.
    package init() {}

    /// The number of the next added file.
    package var nextID: FileID { FileID(files.count) }

    /// Adds a file and returns its number.
    package mutating func add(_ file: SourceFile) -> FileID {
        files.append(file)
        return FileID(files.count - 1)
    }

    /// The file with a number, or nil.
    package subscript(id: FileID) -> SourceFile? {
        files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
    }
}

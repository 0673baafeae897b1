/// A source of files. The compiler opens no files itself.
package protocol SourceLoader {
    /// Returns the bytes of a file.
    ///
    /// The path is that of the root, or a path resolved against the file that refers to it.
    func load(_ path: String) -> Result<[UInt8], LoadFailure>

    /// Returns the names of the files in a folder, in any order.
    ///
    /// The names are suggested for a missing file. A loader that cannot list the folder returns an empty array.
    func names(in folder: String) -> [String]
}

extension SourceLoader {
    /// Returns an empty array, for loaders that cannot list folders.
    package func names(in folder: String) -> [String] { [] }
}

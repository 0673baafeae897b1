/// Reads files for the compiler, which does not open files itself.
package protocol SourceLoader {
    /// Returns the bytes of a file, or the reason why it cannot be loaded.
    ///
    /// The path names the root file, or was resolved against the file that refers to it.
    func load(_ path: String) -> Result<[UInt8], LoadFailure>

    /// Returns the names of a folder's entries, in any order.
    ///
    /// The compiler suggests similar ones for a missing file. A loader that cannot list the folder returns an empty
    /// array.
    func names(in folder: String) -> [String]
}

extension SourceLoader {
    /// Returns an empty array, for loaders that cannot list folders.
    package func names(in folder: String) -> [String] { [] }
}

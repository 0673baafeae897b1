/// Loads the bytes of files. The library itself opens none.
package protocol SourceLoader {
    /// Returns the bytes of a file.
    ///
    /// The path is the root's, or one resolved against the file that references it.
    func load(_ path: String) -> Result<[UInt8], LoadFailure>

    /// Returns the names in a folder, in any order; empty if unknown.
    ///
    /// A finding about a missing file suggests a similar name.
    func names(in folder: String) -> [String]
}

extension SourceLoader {
    /// The default for loaders that know no folders.
    package func names(in folder: String) -> [String] { [] }
}

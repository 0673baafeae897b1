/// Gives the bytes of files; the library itself touches none.
package protocol SourceLoader {
    /// The bytes of a file, by the path of the root or one that was resolved against the file that names it.
    func load(_ path: String) -> Result<[UInt8], LoadFailure>

    /// The names of the files in a folder, in any order; none where nothing is known of it. A finding about a file that is not there
    /// suggests one of them.
    func names(in folder: String) -> [String]
}

extension SourceLoader {
    /// Nothing is known of folders.
    package func names(in folder: String) -> [String] { [] }
}

/// Gives the bytes of files; the library itself touches none.
package protocol SourceLoader {
    /// The bytes of a file, by the path of the root or one that was resolved against the file that names it.
    func load(_ path: String) -> Result<[UInt8], LoadFailure>
}

import FlowSyntax

/// Gives the compiler the bytes of files, the root's from memory: standard input can be read only once.
struct RootedLoader: SourceLoader {
    /// The path of the root.
    let root: String
    /// Its content.
    let bytes: [UInt8]

    func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        path == root ? .success(bytes) : Files.read(path)
    }
}

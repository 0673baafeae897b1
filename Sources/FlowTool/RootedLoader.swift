package import FlowSyntax

/// Gives the compiler the bytes of files, the root's from memory: standard input can be read only once.
package struct RootedLoader: SourceLoader {
    /// The path of the root.
    package let root: String
    /// Its content.
    package let bytes: [UInt8]

    /// A loader with the root's content.
    package init(root: String, bytes: [UInt8]) {
        self.root = root
        self.bytes = bytes
    }

    /// The bytes of a file, or why there are none.
    package func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        path == root ? .success(bytes) : Files.readSource(path)
    }

    /// The names of the files in a folder.
    package func names(in folder: String) -> [String] { Files.names(in: folder) }
}

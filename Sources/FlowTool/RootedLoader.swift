package import FlowSyntax

/// Loads files for the compiler, with the root's content from memory.
///
/// Standard input can be read only once.
package struct RootedLoader: SourceLoader {
    /// The path of the root.
    package let root: String
    /// The content of the root.
    package let bytes: [UInt8]
    private let project: SourceRoot

    /// Creates a loader with the root's content.
    package init(root: String, bytes: [UInt8]) {
        self.root = root
        self.bytes = bytes
        project = SourceRoot(of: root)
    }

    /// The bytes of a file, or the reason why there are none.
    package func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        if path == root { return .success(bytes) }
        guard project.holds(path) else { return .failure(.unreadable(project.refusal)) }
        return Files.readSource(path)
    }

    /// The names of the files in a folder.
    package func names(in folder: String) -> [String] {
        // A suggestion must not reveal names outside the project.
        project.holds(folder.isEmpty ? "." : folder) ? Files.names(in: folder) : []
    }
}

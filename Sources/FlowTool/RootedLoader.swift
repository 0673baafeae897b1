import FlowLibrary
package import FlowSyntax

/// Loads files for the compiler, except for the root, whose content is in memory, and for the files that ship with it.
///
/// The root can be standard input, which can be read only once.
package struct RootedLoader: SourceLoader {
    /// The path of the root.
    package let root: String
    /// The content of the root.
    package let bytes: [UInt8]
    private let project: SourceRoot

    /// Creates a loader for a root and the files that it refers to.
    package init(root: String, bytes: [UInt8]) {
        self.root = root
        self.bytes = bytes
        project = SourceRoot(of: root)
    }

    /// Returns the bytes of the root or of a file in the project. A file outside the project is unreadable.
    package func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        if path == root { return .success(bytes) }
        if let shipped = FlowLibrary.load(path) { return shipped }
        guard project.permits(path) else { return .failure(.unreadable(project.refusal)) }
        return Files.readSource(path)
    }

    /// Returns the names of a folder's entries, or an empty array if the folder is outside the project.
    package func names(in folder: String) -> [String] {
        if let shipped = FlowLibrary.names(in: folder) { return shipped }
        // A suggestion must not reveal names outside the project.
        return project.permits(folder.isEmpty ? "." : folder) ? Files.names(in: folder) : []
    }
}

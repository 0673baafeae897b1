package import FlowSyntax

/// The files that ship with the compiler. Flows of other packages refer to them by paths that begin with `flowc:/`.
package enum FlowLibrary {
    /// Returns the bytes of a shipped file, or that there is none; nil if the path is that of another file.
    package static func load(_ path: String) -> Result<[UInt8], LoadFailure>? {
        relativePath(of: path).map { path in
            EmbeddedFiles.library[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound)
        }
    }

    /// Returns the names of the shipped files in a folder, whose path ends in a slash; nil for another folder.
    package static func names(in folder: String) -> [String]? {
        relativePath(of: folder).map { folder in
            EmbeddedFiles.library.paths.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
        }
    }

    /// Returns the path of a shipped file in this module; nil if the path is that of another file.
    private static func relativePath(of path: String) -> String? {
        path.hasPrefix(SourcePath.libraryRoot) ? String(path.dropFirst(SourcePath.libraryRoot.count)) : nil
    }
}

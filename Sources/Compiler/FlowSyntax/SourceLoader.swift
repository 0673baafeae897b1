/// Reads files for the compiler, which does not open files itself.
package protocol SourceLoader {
    /// Returns the bytes of a file, or the reason why it cannot be loaded.
    ///
    /// The path names the root file, or was resolved against the file that refers to it.
    func load(_ path: String) -> Result<[UInt8], LoadFailure>

    /// Returns the names of a folder's entries, in any order.
    ///
    /// If a file is missing, the compiler suggests similar names. A loader that cannot list the folder returns an empty
    /// array.
    func names(in folder: String) -> [String]
}

extension SourceLoader {
    /// Returns an empty array, for loaders that cannot list folders.
    package func names(in folder: String) -> [String] { [] }
}

/// The reason why a file could not be loaded.
package enum LoadFailure: Error, Hashable, Sendable {
    /// The file does not exist.
    case notFound
    /// The file cannot be read, for the given reason.
    case unreadable(String)
}

/// Operations on file paths as text, with `/` between their components.
package enum SourcePath {
    /// The prefix of the paths of files that ship with the compiler.
    package static let libraryRoot = "flowc:/"

    /// Returns a path resolved against the folder of a file, in normalized form.
    ///
    /// An absolute path, and the path of a file that ships with the compiler, is only normalized.
    package static func resolved(_ path: String, relativeTo file: String) -> String {
        guard !path.hasPrefix("/"), !path.hasPrefix(libraryRoot), let slash = file.lastIndex(of: "/") else {
            return normalized(path)
        }
        return normalized(file[...slash] + path)
    }

    /// Returns a path without `.`, without empty components, and without `..` after a named component.
    ///
    /// An absolute path contains no `..` at all. No `..` leads out of the compiler's library, where it remains. If no component remains of a relative path, the result is `.`.
    package static func normalized(_ path: some StringProtocol) -> String {
        let isAbsolute = path.hasPrefix("/")
        var parts: [Substring] = []
        for part in String(path).split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if let last = parts.last, last != "..", last + "/" != libraryRoot {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append(part)
            }
        }
        let joined = parts.joined(separator: "/")
        if isAbsolute { return "/" + joined }
        return joined.isEmpty ? "." : joined
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

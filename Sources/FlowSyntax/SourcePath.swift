/// Operations on file paths as text, with `/` between their components.
package enum SourcePath {
    /// What the paths of files begin with that ship with the compiler.
    package static let libraryRoot = "flowc:/"

    /// Returns a path resolved against the folder of a file, in normalized form.
    package static func resolved(_ path: String, relativeTo file: String) -> String {
        guard !path.hasPrefix("/"), !path.hasPrefix(libraryRoot), let slash = file.lastIndex(of: "/") else {
            return normalized(path)
        }
        return normalized(file[...slash] + path)
    }

    /// Returns a path without `.`, without empty components, and without `..` after a named component.
    ///
    /// If no component remains of a relative path, the result is `.`.
    package static func normalized(_ path: some StringProtocol) -> String {
        let isAbsolute = path.hasPrefix("/")
        var parts: [Substring] = []
        for part in String(path).split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if let last = parts.last, last != ".." {
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

/// Paths of files as plain text, with `/` between their parts.
package enum SourcePath {
    /// Resolves a path relative to the folder of a file.
    ///
    /// Absolute paths are unchanged.
    package static func resolve(_ path: String, relativeTo file: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return normalise(path) }
        return normalise(file[...slash] + path)
    }

    /// Removes `.`, empty parts, and each `..` together with the part before it.
    package static func normalise(_ path: some StringProtocol) -> String {
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
        return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
    }
}

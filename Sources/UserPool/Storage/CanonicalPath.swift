#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Resolves relative paths and symbolic links, even before the file exists.
///
/// Two paths to the same file have the same canonical path.
enum CanonicalPath {
    /// The maximum number of symbolic links in a row, as in Linux.
    private static let maxLinks = 40

    /// Returns the absolute path of a file, without symbolic links.
    /// - Returns: nil if the folder does not exist, there are too many symbolic links, or the path has no file name, as
    ///   for `.` and `..`.
    static func resolve(_ path: String) -> String? {
        var current = path
        for _ in 0..<maxLinks {
            guard let linkTarget = target(of: current) else { return resolveFolder(of: current) }
            current = linkTarget.hasPrefix("/") ? linkTarget : folder(of: current) + linkTarget
        }
        return nil
    }

    /// Returns a path with its folder resolved and its file name unchanged.
    /// - Returns: nil if the folder does not exist, or the file name is empty, `.` or `..`.
    private static func resolveFolder(of path: String) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name), let realFolder = realPath(of: folder(of: path)) else { return nil }
        return realFolder == "/" ? "/" + name : realFolder + "/" + name
    }

    /// Returns the path up to and including its last slash; `./` if it has none.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }

    /// Returns the target of a symbolic link, or nil if the path is not a symbolic link.
    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, Int(PATH_MAX))
        return count > 0 ? string(from: buffer) : nil
    }

    /// Returns the absolute path of an existing folder, or nil.
    private static func realPath(of folder: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        return realpath(folder, &buffer) == nil ? nil : string(from: buffer)
    }

    /// Returns the text before the first zero byte of a buffer.
    private static func string(from buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Resolves all paths to a file to one, even before the file exists.
///
/// It resolves relative paths and symbolic links.
enum CanonicalPath {
    /// The maximum number of symbolic links in a row, as in Linux.
    private static let maxLinks = 40

    /// Returns the path of a file in its folder, without symbolic links.
    /// - Returns: nil if there is no such folder, or the path has no file name.
    static func of(_ path: String) -> String? {
        var path = path
        for _ in 0..<maxLinks {
            guard let target = target(of: path) else { return named(path) }
            path = target.hasPrefix("/") ? target : folder(of: path) + target
        }
        return nil
    }

    private static func named(_ path: String) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name), let folder = resolved(folder(of: path)) else { return nil }
        return folder == "/" ? "/" + name : folder + "/" + name
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }

    /// The target of a symbolic link; nil if it is not one.
    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, Int(PATH_MAX))
        return count > 0 ? text(buffer) : nil
    }

    private static func resolved(_ folder: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        return realpath(folder, &buffer) == nil ? nil : text(buffer)
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The one spelling that all paths to a file come to, relative ones and those over symbolic links, also before the file is there.
enum CanonicalPath {
    /// Symbolic links that are followed in a row, as many as Linux follows.
    private static let maxLinks = 40

    /// The path of a file in its folder, without symbolic links.
    /// - Returns: nothing if there is no such folder, or no name in it.
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

    /// Where a symbolic link leads; nil if it is none.
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

import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder in which files must lie that a file names: a flow that somebody sent reads nothing else.
///
/// It is the project's: the nearest folder around the first file that has one of ``marks``. Where none has, it is the working directory, or
/// the first file's own folder if that lies elsewhere. The environment variable `FLOWC_ROOT` names another.
struct SourceRoot: Sendable {
    /// What the folder of a project holds.
    static let marks = [".flowc-root", ".git", "Package.swift"]

    /// The folder, without links; nil where the system does not find it, and then it holds nothing.
    let folder: FilePath?

    /// The root for what a file names.
    /// - Parameter file: the path of the first file, or `-` for the standard input.
    init(of file: String) {
        if let named = getenv("FLOWC_ROOT") {
            folder = Self.real(String(cString: named))
            return
        }
        let working = Self.real(".")
        // A pipe lies nowhere.
        guard file != "-", let own = Self.real(file)?.removingLastComponent(), Self.isRegular(file) else {
            folder = working.map { Self.project(around: $0) ?? $0 }
            return
        }
        let otherwise = working.flatMap { own.starts(with: $0) ? $0 : nil }
        folder = Self.project(around: own) ?? otherwise ?? own
    }

    /// Whether a file lies in the folder, or is not there at all.
    func holds(_ path: String) -> Bool {
        guard let file = Self.real(path) else { return true }
        return folder.map { file.starts(with: $0) } ?? false
    }

    private static func project(around folder: FilePath) -> FilePath? {
        var folder = folder
        while !folder.components.isEmpty {
            if marks.contains(where: { Files.exists(folder.appending($0).string) }) { return folder }
            folder.removeLastComponent()
        }
        return nil
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func real(_ path: String) -> FilePath? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return FilePath(String(cString: real))
    }
}

import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder that restricts which files a file may include.
///
/// So an untrusted flow reads no file outside it. It is the project's folder: the nearest one around the first file
/// with one of ``marks``, unless ``SharedFolder`` rejects the mark. Without a project it is the working directory, or
/// the first file's folder if that lies elsewhere. The home folder and folders for temporary files are never a project.
/// The environment variable `FLOWC_ROOT` overrides it.
struct SourceRoot: Sendable {
    /// Files that mark a project's folder.
    static let marks = [".flowc-root", "Package.swift", ".git"]

    /// The folder without links; nil if there is none, and then no file is permitted.
    private let folder: FilePath?
    /// The reason why the mark of a nearer folder is ignored.
    private let note: String?

    /// Finds the root for the files that a file includes.
    /// - Parameter file: the path of the first file, or `-` for standard input.
    init(of file: String) {
        if let named = getenv("FLOWC_ROOT") {
            folder = Self.real(String(cString: named))
            note = nil
            return
        }
        let working = Self.real(".")
        // A pipe has no folder.
        let real = Self.isRegular(file) ? Self.real(file) : nil
        guard let own = real?.removingLastComponent() ?? working else {
            (folder, note) = (nil, nil)
            return
        }
        let project = Self.project(around: own, of: real)
        let otherwise = [working, own].compactMap { $0 }.first { own.starts(with: $0) && !SharedFolder.isCommon($0) }
        folder = project.folder ?? otherwise
        note = project.note
    }

    /// Whether a file lies in the folder, or does not exist.
    func holds(_ path: String) -> Bool {
        guard let file = Self.real(path) else { return true }
        return folder.map { file.starts(with: $0) } ?? false
    }

    /// The reason why a file outside the folder is not read.
    var refusal: String {
        let place = folder.map { "'\($0)', the folder of the project" } ?? "a project"
        return "it is outside \(place); set FLOWC_ROOT to use another folder" + (note.map { "; " + $0 } ?? "")
    }

    /// The nearest folder with a valid mark, and a nearer mark's problem.
    private static func project(around own: FilePath, of file: FilePath?) -> (folder: FilePath?, note: String?) {
        var note: String?
        var folder = own
        while !folder.components.isEmpty {
            if let mark = marks.first(where: { Files.exists(folder.appending($0).string) }) {
                guard let reason = SharedFolder.reason(folder, of: file) else { return (folder, note) }
                note = note ?? "'\(folder)' has '\(mark)', but is not used: \(reason)"
            }
            folder.removeLastComponent()
        }
        return (nil, note)
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Resolves the links of a path.
    static func real(_ path: String) -> FilePath? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return FilePath(platformString: real)
    }
}

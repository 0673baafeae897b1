import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder that contains all files that a flow may refer to.
///
/// An untrusted flow cannot read files outside this folder. It is the folder of the project: the nearest folder around
/// the flow with one of ``marks``, unless ``SharedFolder`` rejects it. Without a project, it is the working directory,
/// or the folder of the flow if that is elsewhere. Home folders and folders for temporary files are never used. The
/// environment variable `FLOWC_ROOT` names another folder.
struct SourceRoot: Sendable {
    /// The files and folders that mark the folder of a project.
    static let marks = [".flowc-root", "Package.swift", ".git"]

    /// The folder, without symbolic links; nil if no file is permitted.
    private let folder: FilePath?
    /// The reason why a nearer folder with a mark was rejected; nil if no folder was.
    private let note: String?

    /// Finds the folder for a flow.
    /// - Parameter file: the path of the flow, or `-` for standard input.
    init(of file: String) {
        if let named = getenv("FLOWC_ROOT") {
            folder = Files.resolvedPath(String(cString: named))
            note = nil
            return
        }
        let working = Files.resolvedPath(".")
        // A pipe has no folder.
        let resolvedFile = Self.isRegular(file) ? Files.resolvedPath(file) : nil
        guard let own = resolvedFile?.removingLastComponent() ?? working else {
            (folder, note) = (nil, nil)
            return
        }
        let project = Self.project(around: own, of: resolvedFile)
        // Outside of a project, a flow below the working directory may refer to all files there.
        let candidates = [working, own].compactMap { $0 }
        let fallback = candidates.first { own.starts(with: $0) && !SharedFolder.isHomeOrTemporary($0) }
        folder = project.folder ?? fallback
        note = project.note
    }

    /// Returns whether a file may be read. This is so if it is in the folder, or if it does not exist, so that the caller
    /// reports its absence.
    func permits(_ path: String) -> Bool {
        guard let file = Files.resolvedPath(path) else { return true }
        return folder.map { file.starts(with: $0) } ?? false
    }

    /// The reason why a file outside the folder is not read.
    var refusal: String {
        let place = folder.map { "'\($0)', the folder of the project" } ?? "a project"
        return "it is outside \(place); set FLOWC_ROOT to use another folder" + (note.map { "; " + $0 } ?? "")
    }

    /// Returns the nearest project folder around a folder, and a note on a nearer folder with a mark that was rejected.
    ///
    /// Either is nil if there is none. `file` is the flow, whose owner may also own the project.
    private static func project(around own: FilePath, of file: FilePath?) -> (folder: FilePath?, note: String?) {
        var note: String?
        var folder = own
        while !folder.components.isEmpty {
            if let mark = marks.first(where: { Files.exists(folder.appending($0).string) }) {
                guard let reason = SharedFolder.rejection(of: folder, for: file) else { return (folder, note) }
                note = note ?? "'\(folder)' has '\(mark)', but is not used: \(reason)"
            }
            folder.removeLastComponent()
        }
        return (nil, note)
    }

    /// Returns whether a path leads to a regular file.
    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

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
/// It is the project's: the nearest folder around the first file that has one of ``marks``, unless ``SharedFolder`` says that the mark
/// may be somebody else's. Where none has, it is the working directory, or the first file's own folder if that lies elsewhere. The home
/// folder and those for temporary files are never a project. The environment variable `FLOWC_ROOT` names another.
struct SourceRoot: Sendable {
    /// What the folder of a project holds.
    static let marks = [".flowc-root", "Package.swift", ".git"]

    /// The folder, without links; nil where there is none, and then it holds nothing.
    private let folder: FilePath?
    /// Why the mark of a nearer folder does not count.
    private let note: String?

    /// The root for what a file names.
    /// - Parameter file: the path of the first file, or `-` for the standard input.
    init(of file: String) {
        if let named = getenv("FLOWC_ROOT") {
            folder = Self.real(String(cString: named))
            note = nil
            return
        }
        let working = Self.real(".")
        // A pipe lies nowhere.
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

    /// Whether a file lies in the folder, or is not there at all.
    func holds(_ path: String) -> Bool {
        guard let file = Self.real(path) else { return true }
        return folder.map { file.starts(with: $0) } ?? false
    }

    /// Why a file outside of the folder is not read.
    var refusal: String {
        let place = folder.map { "'\($0)', the folder of the project" } ?? "a project"
        return "it lies outside of \(place) (FLOWC_ROOT names another)" + (note.map { "; " + $0 } ?? "")
    }

    /// The nearest folder with a mark that counts, and why the first mark does not if it does not.
    private static func project(around own: FilePath, of file: FilePath?) -> (folder: FilePath?, note: String?) {
        var note: String?
        var folder = own
        while !folder.components.isEmpty {
            if let mark = marks.first(where: { Files.exists(folder.appending($0).string) }) {
                guard let reason = SharedFolder.reason(folder, of: file) else { return (folder, note) }
                note = note ?? "'\(folder)' has '\(mark)', but \(reason)"
            }
            folder.removeLastComponent()
        }
        return (nil, note)
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// A path without links.
    static func real(_ path: String) -> FilePath? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return FilePath(platformString: real)
    }
}

package import ArgumentParser
package import FlowCompiler
import FlowDiagnostics
import FlowEmit
import FlowResources
package import FlowSyntax
package import FlowTable
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
private struct SourceRoot: Sendable {
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
            folder = nil
            note = nil
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
        guard let folder else { return false }
        return file.starts(with: folder)
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

/// Loads files for the compiler, except for the root, whose content is in memory, and for the files that ship with it.
///
/// The root can be standard input, which can be read only once.
package struct RootedLoader: SourceLoader {
    package let root: String
    package let bytes: [UInt8]
    private let project: SourceRoot

    /// Creates a loader for a root and the files that it refers to.
    package init(root: String, bytes: [UInt8]) {
        self.root = root
        self.bytes = bytes
        project = SourceRoot(of: root)
    }

    /// Returns the bytes of the root or of a file in the project. A file outside the project is unreadable.
    package func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        if path == root { return .success(bytes) }
        if let shipped = FlowLibrary.load(path) { return shipped }
        guard project.permits(path) else { return .failure(.unreadable(project.refusal)) }
        return Files.readSource(path)
    }

    /// Returns the names of a folder's entries, or an empty array if the folder is outside the project.
    package func names(in folder: String) -> [String] {
        if let shipped = FlowLibrary.names(in: folder) { return shipped }
        // A suggestion must not reveal names outside the project.
        return project.permits(folder.isEmpty ? "." : folder) ? Files.names(in: folder) : []
    }
}

/// Detects folders that must not be the folder of a project, even with one of ``SourceRoot/marks``.
///
/// In a folder that others can write to, another user may have created the mark. In a home folder, the mark would let a
/// flow read all of the user's files.
private enum SharedFolder {
    /// The id of the system's administrator.
    private static let rootUser: uid_t = 0

    /// Returns why a folder cannot be the folder of a flow's project, or nil if it can.
    ///
    /// The folder may belong to the user, to root, or to the owner of the flow's `file`, if there is one.
    static func rejection(of folder: FilePath, for file: FilePath?) -> String? {
        if isHomeOrTemporary(folder) { return "it is a home folder or a folder for temporary files" }
        var status = stat()
        var fileStatus = stat()
        guard stat(folder.string, &status) == 0 else { return "its owner cannot be determined" }
        var owners = [rootUser, geteuid()]
        if let file, stat(file.string, &fileStatus) == 0 { owners.append(fileStatus.st_uid) }
        if !owners.contains(status.st_uid) { return "it belongs to another user" }
        let isShared = status.st_mode & S_IWGRP != 0 && !isPrivate(group: status.st_gid, of: status.st_uid)
        return isShared || status.st_mode & S_IWOTH != 0 ? "other users can write to it" : nil
    }

    /// Returns whether a folder is the root of the file system, a home folder, or a folder for temporary files.
    static func isHomeOrTemporary(_ folder: FilePath) -> Bool {
        var paths = ["/", "/tmp", "/var/tmp", "/dev/shm"]
        for variable in ["HOME", "TMPDIR"] {
            if let value = getenv(variable) { paths.append(String(cString: value)) }
        }
        if let user = getpwuid(geteuid()) { paths.append(String(cString: user.pointee.pw_dir)) }
        return paths.contains { Files.resolvedPath($0) == folder }
    }

    /// Returns whether a group is a user's private group, which has the user's name.
    private static func isPrivate(group: gid_t, of user: uid_t) -> Bool {
        guard let group = getgrgid(group), let user = getpwuid(user) else { return false }
        return String(cString: group.pointee.gr_name) == String(cString: user.pointee.pw_name)
    }
}

/// Compiles flows for commands that need a flow without errors.
package enum FlowSource {
    /// Compiles the flow in a file, and writes its findings to standard error.
    /// - Throws: an exit code if the file cannot be read, is not a flow, has errors, or is an abstract flow.
    package static func compile(_ path: String, options: CompilerOptions) throws(ExitCode) -> Compilation {
        switch Files.read(path) {
        case .success(let bytes): return try compile(path, bytes, options: options)
        case .failure(let failure): throw Failures.reportUnreadable(path, failure)
        }
    }

    /// Compiles the bytes of a file, and writes the findings to standard error.
    /// - Throws: an exit code if they are not a flow, have errors, or are an abstract flow.
    package static func compile(_ path: String, _ bytes: [UInt8], options: CompilerOptions) throws(ExitCode)
        -> Compilation
    {
        let compilation = FlowCompiler.compile(
            path: path, loader: RootedLoader(root: path, bytes: bytes), options: options)
        if let kind = compilation.graph.root?.kind, kind != .flow {
            Console.error("flowc: '\(path)' is a \(kind.description), but this command needs a flow\n")
            throw .findings
        }
        Findings.write(compilation.diagnostics, in: compilation.sources, to: .standardError)
        if Findings.hasErrors(compilation.diagnostics) { throw .findings }
        if compilation.flow == nil {
            Console.error("flowc: '\(path)' is an abstract flow, which can only be extended\n")
            throw .findings
        }
        return compilation
    }

    /// Returns the table of a compiled flow.
    ///
    /// It contains the names of states, for traces, if `names` is true, and marks of transitions, for coverage, if
    /// `marks` is true.
    /// - Throws: an exit code if the flow exceeds a limit of the table, after the limit is written to standard error.
    package static func table(_ compilation: Compilation, names: Bool, marks: Bool) throws(ExitCode) -> [UInt8] {
        do throws(TableLimit) {
            return try compilation.table(names: names, marks: marks) ?? []
        } catch {
            Console.error(
                "flowc: the flow exceeds the table limit '\(error.kind.rawValue)': \(error.count), "
                    + "with a maximum of \(error.maximum)\n")
            throw .findings
        }
    }
}

/// Loads the table of a flow, from a table file or by compiling the flow.
package enum TableSource {
    /// Returns the table in a file, or compiles the flow in the file.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func load(_ path: String, options: CompilerOptions) throws(ExitCode) -> TransitionTable {
        let bytes: [UInt8]
        switch Files.read(path) {
        case .success(let content): bytes = content
        case .failure(let failure): throw Failures.reportUnreadable(path, failure)
        }
        if bytes.starts(with: TableFormat.magic) { return try verify(bytes, path) }
        let compilation = try FlowSource.compile(path, bytes, options: options)
        return try verify(try FlowSource.table(compilation, names: true, marks: false), path)
    }

    /// Verifies the bytes of a table, and returns the table.
    /// - Throws: an exit code, after the first fault is written to standard error.
    package static func verify(_ bytes: [UInt8], _ path: String) throws(ExitCode) -> TransitionTable {
        do throws(TableError) {
            return try TransitionTable(verifying: bytes)
        } catch {
            Console.error("flowc: '\(path)' is not a valid table: \(error.code.rawValue) at byte \(error.byteOffset)\n")
            throw .findings
        }
    }
}

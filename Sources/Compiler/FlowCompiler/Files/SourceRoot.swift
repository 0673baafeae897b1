package import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder that contains all files that a flow may refer to.
///
/// An untrusted flow cannot read files outside this folder. It is the folder of the project: the nearest parent folder
/// of the flow with one of ``marks`` that ``SharedFolder`` does not reject. Without a project, it is the working
/// directory if the flow is in it, or else the folder of the flow. A home folder or a folder for temporary files is not
/// used, unless the environment variable `FLOWC_ROOT` names it. This variable replaces all other rules.
private struct SourceRoot: Sendable {
    /// The files and folders that mark the folder of a project.
    static let marks = [".flowc-root", "Package.swift", ".git"]

    /// The folder, without symbolic links; nil if no folder can be used, so that no file is permitted.
    private let folder: SystemPath?
    /// The reason why a nearer folder with a mark was rejected; nil if none was rejected.
    private let note: String?

    /// Finds the folder for a flow.
    ///
    /// - Parameter file: the path of the flow, or `-` for standard input
    init(of file: String) {
        if let named = getenv("FLOWC_ROOT") {
            folder = SystemPath(String(cString: named)).resolved
            note = nil
            return
        }
        let working = SystemPath(".").resolved
        // A pipe has no folder.
        let resolvedFile = file != "-" && Files.isRegular(file) ? SystemPath(file).resolved : nil
        guard let own = resolvedFile?.parent ?? working else {
            folder = nil
            note = nil
            return
        }
        let project = Self.project(around: own, of: resolvedFile)
        // Outside of a project, a flow below the working directory may refer to all files there.
        let candidates = [working, own].compactMap { $0 }
        let fallback = candidates.first { own.isWithin($0) && !SharedFolder.isHomeOrTemporary($0) }
        folder = project.folder ?? fallback
        note = project.note
    }

    /// Returns whether a file is in the folder, so that it may be read.
    ///
    /// Also returns true for a file that does not exist or cannot be reached, because the caller reports this.
    func permits(_ path: String) -> Bool {
        guard let file = SystemPath(path).resolved else { return true }
        return folder.map { file.isWithin($0) } ?? false
    }

    /// The reason why a file outside the folder is not read.
    var refusal: String {
        let addition = note.map { "; " + $0 } ?? ""
        guard let folder else {
            return "there is no project folder to read it from; set FLOWC_ROOT to an existing folder" + addition
        }
        return "it is outside '\(folder)', which must contain all files of the flow; "
            + "set FLOWC_ROOT to use another folder" + addition
    }

    /// Returns the nearest project folder among a folder and its parents, and a note on a nearer one that was rejected.
    ///
    /// Either is nil if there is none. `file` is the flow, whose owner may also own the project.
    private static func project(around own: SystemPath, of file: SystemPath?) -> (folder: SystemPath?, note: String?) {
        var note: String?
        var folder = own
        while !folder.isRoot {
            if let mark = marks.first(where: { folder.appending($0).status != nil }) {
                guard let reason = SharedFolder.rejection(of: folder, for: file) else { return (folder, note) }
                note = note ?? "'\(folder)' contains '\(mark)', but cannot be the project folder: \(reason)"
            }
            folder = folder.parent
        }
        return (nil, note)
    }
}

/// Loads files for the compiler: the root from memory, shipped files from this module, and others from the project.
///
/// The root is in memory because it can be standard input, which can be read only once.
package struct RootedLoader: SourceLoader {
    package let root: String
    package let bytes: [UInt8]
    private let project: SourceRoot

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
    static func rejection(of folder: SystemPath, for file: SystemPath?) -> String? {
        if isHomeOrTemporary(folder) { return "it is a home folder or a folder for temporary files" }
        guard let status = folder.status else { return "its owner cannot be determined" }
        let owners = [rootUser, geteuid(), file?.status?.st_uid]
        if !owners.contains(status.st_uid) { return "it belongs to another user" }
        let isSharedInGroup = status.st_mode & S_IWGRP != 0 && !isPrivate(group: status.st_gid, of: status.st_uid)
        let isSharedWithAll = status.st_mode & S_IWOTH != 0
        return isSharedInGroup || isSharedWithAll ? "other users can write to it" : nil
    }

    /// Returns whether a folder is the root of the file system, a home folder, or a folder for temporary files.
    static func isHomeOrTemporary(_ folder: SystemPath) -> Bool {
        var paths = ["/", "/tmp", "/var/tmp", "/dev/shm"]
        for variable in ["HOME", "TMPDIR"] {
            if let value = getenv(variable) { paths.append(String(cString: value)) }
        }
        if let user = getpwuid(geteuid()) { paths.append(String(cString: user.pointee.pw_dir)) }
        return paths.contains { SystemPath($0).resolved == folder }
    }

    /// Returns whether a group is a user's private group, which has the user's name.
    private static func isPrivate(group: gid_t, of user: uid_t) -> Bool {
        guard let group = getgrgid(group), let user = getpwuid(user) else { return false }
        return String(cString: group.pointee.gr_name) == String(cString: user.pointee.pw_name)
    }
}

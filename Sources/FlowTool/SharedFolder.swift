import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Detects folders that must not be the folder of a project, even with one of ``SourceRoot/marks``.
///
/// In a folder that others can write to, another user may have created the mark. In a home folder, the mark would let a
/// flow read all of the user's files.
enum SharedFolder {
    /// The id of the system's administrator.
    private static let rootUser: uid_t = 0

    /// Returns why a folder cannot be the folder of a flow's project, or nil if it can.
    ///
    /// The folder may belong to the user, to root, or to the owner of the flow's `file`, if there is one.
    static func rejection(of folder: FilePath, for file: FilePath?) -> String? {
        if isHomeOrTemporary(folder) { return "it is a home folder or a folder for temporary files" }
        var (status, fileStatus) = (stat(), stat())
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

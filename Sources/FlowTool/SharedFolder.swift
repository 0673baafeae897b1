import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Detects folders that cannot be a project's, whatever marks they contain.
///
/// Another user may have put the mark there, or it marks a whole home folder.
enum SharedFolder {
    /// The reason why a folder cannot be a project's, or nil.
    ///
    /// The owner of the file for which a project is sought may mark its project.
    static func reason(_ folder: FilePath, of file: FilePath?) -> String? {
        if isCommon(folder) { return "it is a home folder or a folder for temporary files" }
        var (status, own) = (stat(), stat())
        guard stat(folder.string, &status) == 0 else { return "it cannot be examined" }
        var owners = [0, geteuid()]
        if let file, stat(file.string, &own) == 0 { owners.append(own.st_uid) }
        if !owners.contains(status.st_uid) { return "it belongs to another user" }
        let isShared = status.st_mode & S_IWGRP != 0 && !isPrivate(group: status.st_gid, of: status.st_uid)
        return isShared || status.st_mode & S_IWOTH != 0 ? "other users can write to it" : nil
    }

    /// Whether a folder is the system's, a home folder, or for temporary files.
    static func isCommon(_ folder: FilePath) -> Bool {
        var paths = ["/", "/tmp", "/var/tmp", "/dev/shm"]
        for variable in ["HOME", "TMPDIR"] {
            if let value = getenv(variable) { paths.append(String(cString: value)) }
        }
        if let user = getpwuid(geteuid()) { paths.append(String(cString: user.pointee.pw_dir)) }
        return paths.contains { SourceRoot.real($0) == folder }
    }

    /// Whether a group is a user's private group, which has the user's name.
    private static func isPrivate(group: gid_t, of user: uid_t) -> Bool {
        guard let group = getgrgid(group), let user = getpwuid(user) else { return false }
        return String(cString: group.pointee.gr_name) == String(cString: user.pointee.pw_name)
    }
}

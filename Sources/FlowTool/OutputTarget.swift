import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a path of an output leads to.
enum OutputTarget {
    /// A regular file, or one that is not there yet, at a path without links; and what the system says of it if it is there.
    case regular(FilePath, stat?)
    /// What standard output or standard error leads to.
    case open(FileDescriptor)
    /// A device, a pipe or a socket.
    case stream

    /// Symbolic links that are followed in a row, as many as Linux follows.
    private static let maxLinks = 40

    /// What a path leads to.
    /// - Parameters:
    ///   - path: the path; `-` is standard output.
    ///   - mayBeSource: whether it may lead to a file that this process has read.
    /// - Throws: why it cannot be written.
    init(path: String, mayBeSource: Bool) throws(WriteFailure) {
        if path == "-" {
            self = .open(.standardOutput)
            return
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(path) }
            self = .regular(try Self.destination(of: path), nil)
            return
        }
        let identity = FileIdentity(status)
        // Another opening of the same file would write over what it has, for its own position is the beginning.
        if let open = [FileDescriptor.standardOutput, .standardError].first(where: identity.isOpen) {
            self = .open(open)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw WriteFailure(path: path, reason: "it is a folder")
        case S_IFREG: break
        default:
            self = .stream
            return
        }
        guard mayBeSource || !identity.wasRead else {
            throw WriteFailure(path: path, reason: "this command reads it as a source")
        }
        guard access(path, W_OK) == 0, let real = realpath(path, nil) else { throw Self.failure(path) }
        defer { free(real) }
        self = .regular(FilePath(platformString: real), status)
    }

    /// Where a file is made for a path that leads to none: for a symbolic link, where it points to.
    private static func destination(of path: String) throws(WriteFailure) -> FilePath {
        var place = FilePath(path)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        for _ in 0..<maxLinks {
            let count = readlink(place.string, &buffer, Int(PATH_MAX))
            guard count > 0 else { return place }
            buffer[count] = 0
            place = place.removingLastComponent().pushing(FilePath(platformString: buffer))
        }
        throw WriteFailure(path: path, reason: Failures.reason(Errno.tooManySymbolicLinkLevels))
    }

    private static func failure(_ path: String) -> WriteFailure {
        WriteFailure(path: path, reason: Failures.reason(Errno(rawValue: errno)))
    }
}

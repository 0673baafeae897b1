#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file that an output path leads to.
enum OutputTarget {
    /// A regular file or a missing one, at a path that is no symbolic link. The status is nil if the file is missing.
    case regular(SystemPath, stat?)
    /// The file of standard output or standard error.
    case open(Descriptor)
    /// A device, a pipe or a socket.
    case stream

    /// The maximum number of symbolic links in a row, as in Linux.
    private static let maxLinks = 40

    /// Finds the file that a path leads to, and checks that it can be replaced if it is a regular file.
    ///
    /// A source that is also standard output or error is always refused. Text at the place of the stream would damage it,
    /// and if the source were replaced, later text of the stream would be lost.
    ///
    /// - Parameters:
    ///   - path: the path that the user gave; `-` is standard output
    ///   - mayBeSource: whether the path may lead to a file that this process has read
    /// - Throws: the reason why the file cannot be written
    init(path: String, mayBeSource: Bool) throws(WriteFailure) {
        if path == "-" {
            guard !FileIdentity.wasRead(.standardOutput) else { throw WriteFailure(path: path, .source) }
            self = .open(.standardOutput)
            return
        }
        guard let status = SystemPath(path).status else {
            guard errno == ENOENT else { throw WriteFailure(path: path, .system(errno)) }
            self = .regular(try Self.destination(of: path), nil)
            return
        }
        let identity = FileIdentity(status)
        let stream = [Descriptor.standardOutput, .standardError].first(where: identity.isOpen)
        guard !identity.wasRead || mayBeSource && stream == nil else { throw WriteFailure(path: path, .source) }
        // If standard output is this file, opening it again would overwrite it from its start.
        if let stream {
            self = .open(stream)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw WriteFailure(path: path, reason: "it is a folder")
        case S_IFREG: self = try Self.regularFile(at: path, status)
        default: self = .stream
        }
    }

    /// Returns the target of a path that leads to a regular file.
    ///
    /// - Throws: the reason why the file cannot be written
    private static func regularFile(at path: String, _ status: stat) throws(WriteFailure) -> OutputTarget {
        guard access(path, W_OK) == 0, let real = SystemPath(path).resolved else {
            throw WriteFailure(path: path, .system(errno))
        }
        return .regular(real, status)
    }

    /// Returns the path at which to create a missing file. It is the given path or, if that is a symbolic link, the path
    /// that the link leads to.
    ///
    /// - Throws: a failure if more than ``maxLinks`` symbolic links follow each other
    private static func destination(of path: String) throws(WriteFailure) -> SystemPath {
        var place = SystemPath(path)
        for _ in 0..<maxLinks {
            guard let link = place.link else { return place }
            place = place.parent.appending(link)
        }
        throw WriteFailure(path: path, .system(ELOOP))
    }
}

/// The identity of a file, independent of its path: its device and inode.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The regular files that this process has read, which commands must not overwrite by mistake.
    private static let readFiles = Guarded<Set<FileIdentity>>([])

    /// Records that this process reads a file, if it is a regular file.
    ///
    /// Other files are not recorded, since writing to a device or a pipe overwrites nothing.
    static func recordRead(of descriptor: Descriptor) {
        guard let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG else { return }
        let identity = FileIdentity(status)
        readFiles.withLock { _ = $0.insert(identity) }
    }

    var wasRead: Bool { Self.readFiles.withLock { $0.contains(self) } }

    /// Returns whether this process has read the file of one of its descriptors.
    static func wasRead(_ descriptor: Descriptor) -> Bool {
        descriptor.status.map { FileIdentity($0).wasRead } ?? false
    }

    /// Returns whether a descriptor of this process refers to the file.
    func isOpen(as descriptor: Descriptor) -> Bool {
        descriptor.status.map(FileIdentity.init) == self
    }
}

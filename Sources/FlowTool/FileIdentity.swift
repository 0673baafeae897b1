import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Identifies a file by device and inode, whatever its path.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// Creates the identity from a file's status.
    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The regular files that this process has read.
    ///
    /// Commands do not overwrite them by mistake.
    private static let read = Guarded<Set<FileIdentity>>([])

    /// Records a regular file that is being read.
    ///
    /// Writing to a device or a pipe loses nothing.
    static func record(_ descriptor: FileDescriptor) {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let identity = FileIdentity(status)
        read.withLock { _ = $0.insert(identity) }
    }

    /// Whether this process has read the file.
    var wasRead: Bool { Self.read.withLock { $0.contains(self) } }

    /// Whether a descriptor of this process refers to the file.
    func isOpen(as descriptor: FileDescriptor) -> Bool {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 && FileIdentity(status) == self
    }
}

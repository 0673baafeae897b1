import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Identifies a file whatever its path: by device and inode.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// The identity in what the system says of a file.
    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The regular files that this process has read. No command writes over one of them by mistake.
    private static let read = Guarded<Set<FileIdentity>>([])

    /// Records a regular file that is being read; a device or a pipe loses nothing when it is written to.
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

import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The identity of a file, independent of its path: its device and inode.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// Creates the identity of the file with a status.
    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The regular files that this process has read, which commands must not overwrite by mistake.
    private static let readFiles = Guarded<Set<FileIdentity>>([])

    /// Records that this process reads a file, if it is a regular file.
    ///
    /// Other files are not recorded, since writing to a device or a pipe overwrites nothing.
    static func recordRead(of descriptor: FileDescriptor) {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let identity = FileIdentity(status)
        readFiles.withLock { _ = $0.insert(identity) }
    }

    /// Whether this process has read the file.
    var wasRead: Bool { Self.readFiles.withLock { $0.contains(self) } }

    /// Returns whether a descriptor of this process refers to the file.
    func isOpen(as descriptor: FileDescriptor) -> Bool {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 && FileIdentity(status) == self
    }
}

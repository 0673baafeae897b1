#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps a file for one owner: nobody else gets the lock, in this process or in another one on this computer, until the owner
/// lets it go. If the owner's process dies, the kernel lets it go.
///
/// The lock lies on a file of its own. The file that it is for is replaced as a whole, and a lock on it would go with the old one.
package final class FileLock: Sendable {
    /// Why there is no lock.
    package enum Failure: Error {
        /// Somebody else has it.
        case inUse
        /// The file system knows no locks.
        case unlockable
        /// The file of the lock cannot be made.
        case unwritable
    }

    /// How often the lock is asked for unless the caller says otherwise, every 10 milliseconds: who had it may let it go just now,
    /// on another thread or at the end of a process.
    package static let usualAttempts = 25

    private let path: String
    private let descriptor: Int32

    /// Takes the lock.
    /// - Parameters:
    ///   - path: the file of the lock, which is empty and made if it is not there.
    ///   - attempts: how often it is asked for, every 10 milliseconds.
    /// - Throws: why there is none.
    package init(_ path: String, attempts: Int = usualAttempts) throws(Failure) {
        descriptor = try Self.acquire(path, attempts)
        self.path = path
    }

    deinit {
        // As long as the lock is held, nobody else removes its file. One that has content is somebody else's.
        if Self.isOwnFile(descriptor, at: path) { unlink(path) }
        close(descriptor)
    }

    private static func acquire(_ path: String, _ attempts: Int) throws(Failure) -> Int32 {
        for _ in 0..<attempts {
            if let descriptor = try attempt(path) { return descriptor }
            usleep(10_000)
        }
        throw .inUse
    }

    /// Asks for the lock once.
    /// - Returns: nil if somebody else has it, or had it until now.
    private static func attempt(_ path: String) throws(Failure) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .unwritable }
        let hasLock = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        let reason = errno
        // Whoever let it go meanwhile has removed the file, and the next one takes a new file.
        if hasLock, isFile(descriptor, at: path) { return descriptor }
        close(descriptor)
        guard hasLock || reason == EWOULDBLOCK || reason == EINTR else { throw .unlockable }
        return nil
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (open, named) = (stat(), stat())
        guard fstat(descriptor, &open) == 0, lstat(path, &named) == 0 else { return false }
        return open.st_dev == named.st_dev && open.st_ino == named.st_ino
    }

    private static func isOwnFile(_ descriptor: Int32, at path: String) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return status.st_size == 0 && isFile(descriptor, at: path)
    }
}

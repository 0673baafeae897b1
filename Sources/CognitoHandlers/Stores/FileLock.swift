#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An exclusive lock between processes on this computer, and within this process. If its owner dies, the kernel
/// releases it.
///
/// It locks a separate file: the protected file is replaced atomically, so a lock on that would be lost with the old
/// one.
package final class FileLock: Sendable {
    /// Reports why the lock was not acquired.
    package enum Failure: Error {
        /// Another owner holds the lock.
        case inUse
        /// The file system does not support locks.
        case unlockable
        /// The lock file cannot be created.
        case unwritable
    }

    /// The default number of attempts, 10 milliseconds apart. The previous owner may be about to release the lock, on
    /// another thread or at the end of a process.
    package static let usualAttempts = 25

    private let path: String
    private let descriptor: Int32

    /// Acquires the lock.
    /// - Parameters:
    ///   - path: the path of the lock file, which is empty and created if missing.
    ///   - attempts: the number of attempts, 10 milliseconds apart.
    /// - Throws: why it was not acquired.
    package init(_ path: String, attempts: Int = usualAttempts) throws(Failure) {
        descriptor = try Self.acquire(path, attempts)
        self.path = path
    }

    deinit {
        // While the lock is held, nobody else removes its file. A file with content is not ours.
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

    /// Tries once to acquire the lock.
    /// - Returns: nil if another owner holds it, or has just released it.
    private static func attempt(_ path: String) throws(Failure) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .unwritable }
        let hasLock = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        let reason = errno
        // An owner that released the lock meanwhile has removed the file; the next owner creates a new one.
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

import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An exclusive lock between processes on this computer, and within this process. The kernel releases the lock if its
/// owner dies.
///
/// Lock a separate file, not the protected file. Each write replaces the protected file, so a lock on it would be lost
/// with the old file.
package final class FileLock: Sendable {
    /// Reports why the lock was not acquired.
    package enum Failure: Error {
        /// Another owner holds the lock.
        case inUse
        /// The file system does not support locks.
        case locksUnsupported
        /// The lock file cannot be created, because the disk is full or a quota is exhausted. Nobody holds the lock.
        case noSpace
        /// The lock file cannot be created or opened for another reason.
        case unwritable
    }

    /// The default number of attempts, 10 milliseconds apart. The previous owner may be about to release the lock, on
    /// another thread or at the end of a process.
    private static let defaultAttempts = 25
    /// The time between two attempts, in microseconds.
    private static let pauseMicroseconds: UInt32 = 10_000

    private let path: String
    private let descriptor: Int32

    /// Acquires the lock.
    /// - Parameters:
    ///   - path: the path of the lock file, which is empty. It is created if it is missing.
    ///   - attempts: the number of attempts, 10 milliseconds apart.
    /// - Throws: ``Failure``, the reason why the lock was not acquired.
    package init(_ path: String, attempts: Int = defaultAttempts) throws(Failure) {
        descriptor = try Self.acquire(path, attempts)
        self.path = path
    }

    deinit {
        // While the lock is held, nobody else removes its file. A file with content is not a lock file, so it remains.
        if Self.isLockFile(descriptor, at: path) { unlink(path) }
        close(descriptor)
    }

    /// Acquires the lock, in several attempts if another owner holds it, or throws a ``Failure``.
    /// - Returns: the file descriptor that holds the lock.
    private static func acquire(_ path: String, _ attempts: Int) throws(Failure) -> Int32 {
        for _ in 0..<attempts {
            if let descriptor = try tryLock(path) { return descriptor }
            usleep(pauseMicroseconds)
        }
        throw .inUse
    }

    /// Tries once to acquire the lock. Throws a ``Failure`` other than `inUse`.
    /// - Returns: the file descriptor that holds the lock, or nil if another owner holds it or has just released it.
    private static func tryLock(_ path: String) throws(Failure) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw errno == ENOSPC || errno == EDQUOT ? .noSpace : .unwritable }
        let hasLock = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        let reason = errno
        // If the owner released the lock in the meantime, it also removed the file. The next owner creates a new one.
        if hasLock, isFile(descriptor, at: path) { return descriptor }
        close(descriptor)
        guard hasLock || reason == EWOULDBLOCK || reason == EINTR else { throw .locksUnsupported }
        return nil
    }

    /// Returns whether a descriptor refers to the file that is now at a path.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// Returns whether a descriptor refers to the lock file that is now at a path. A lock file is regular and empty.
    private static func isLockFile(_ descriptor: Int32, at path: String) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return status.st_size == 0 && isFile(descriptor, at: path)
    }
}

/// A value guarded by a lock. (`Mutex` needs newer Apple systems than those supported.)
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Calls a closure with exclusive access to the value, and returns its result.
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// A copy of the current value.
    package var current: Value { withLock { $0 } }
}

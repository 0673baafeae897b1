#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A small private file with atomic replacement. Only its owner can read it. Readers see the old content or the new,
/// even after a power failure.
package struct PrivateFile: Sendable {
    /// Reports what went wrong with the file.
    package enum Failure: Error, Sendable, Equatable {
        /// The file cannot be read, or it is unknown whether it exists.
        case unreadable
        /// The path does not lead to a regular file, or the file is too large.
        case unsuitable
        /// The new content could not be written. The old content remains.
        case unwritable
    }

    package let path: String
    /// The maximum size to read, in bytes.
    let largest: Int

    /// Creates a reference to a file.
    /// - Parameters:
    ///   - path: the file's path.
    ///   - largest: the maximum size to read, in bytes.
    package init(path: String, largest: Int = 16 << 20) {
        self.path = path
        self.largest = largest
    }

    /// The length of the random part of a draft's name, in bytes. A draft contains the new content before it replaces
    /// the old one.
    private static let draftByteCount = 8
    /// The suffix of a draft's name.
    private static let draftEnd = ".new"
    /// The number of bytes to read in a system call.
    private static let chunkByteCount = 65_536

    /// Reads the whole content.
    /// - Returns: nil if there is no file.
    /// - Throws: ``Failure/unreadable``, or ``Failure/unsuitable``.
    package func read() throws(Failure) -> [UInt8]? {
        // Without O_NONBLOCK, opening a named pipe would block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            // A socket, or a cycle of symbolic links.
            throw errno == ENXIO || errno == ELOOP ? .unsuitable : .unreadable
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unsuitable }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.chunkByteCount)
        while true {
            let count = Self.retryingInterruptions { Self.read(file, into: &buffer) }
            guard count >= 0 else { throw .unreadable }
            guard content.count + count <= largest else { throw .unsuitable }
            if count == 0 { return content }
            content += buffer[..<count]
        }
    }

    /// Replaces the content atomically. If the process is killed during the write, the file has the old or the new
    /// content.
    /// - Throws: ``Failure/unwritable``.
    package func replace(with content: [UInt8]) throws(Failure) {
        let draft = path + "." + Hex.text(CognitoRandom.system(Self.draftByteCount)) + Self.draftEnd
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unwritable }
        let isWritten = Self.write(content, to: file) && Self.synchronize(file)
        // Some file systems report a failed write only here.
        let isClosed = close(file) == 0
        guard isWritten, isClosed, rename(draft, path) == 0 else {
            unlink(draft)
            throw .unwritable
        }
        synchronizeFolder()
    }

    /// Flushes the folder to the disk, so that a rename or removal in it survives a power failure. Failures are
    /// ignored, because they affect only durability.
    func synchronizeFolder() {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let file = open(String(folder), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = fsync(file)
        close(file)
    }

    /// Flushes a file to the disk.
    /// - Returns: whether the system wrote all data to the disk.
    private static func synchronize(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            // On Darwin, `fsync` leaves data in the disk's own cache (fsync(2)).
            if fcntl(file, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(file) == 0
    }

    /// Writes all bytes to a file, in several system calls if necessary.
    /// - Returns: whether all bytes were written.
    private static func write(_ content: [UInt8], to file: Int32) -> Bool {
        var rest = content[...]
        while !rest.isEmpty {
            let count = retryingInterruptions { rest.withUnsafeBytes { bytes in write(file, bytes) } }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads bytes with `read(2)` of the platform's C library, whose name the methods of this type hide.
    /// - Returns: the number of bytes read, 0 at the end of the file, or a negative number if the call failed.
    private static func read(_ file: Int32, into buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { memory in
            #if canImport(Darwin)
                Darwin.read(file, memory.baseAddress, memory.count)
            #elseif canImport(Musl)
                Musl.read(file, memory.baseAddress, memory.count)
            #else
                Glibc.read(file, memory.baseAddress, memory.count)
            #endif
        }
    }

    /// Writes bytes with `write(2)` of the platform's C library, whose name the methods of this type hide.
    /// - Returns: the number of bytes written, or a negative number if the call failed.
    private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.write(file, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(file, bytes.baseAddress, bytes.count)
        #else
            Glibc.write(file, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Makes a system call, and repeats it while signals interrupt it.
    /// - Returns: the result of the last call, which is negative if it failed.
    private static func retryingInterruptions(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Removes drafts that a killed process left.
    ///
    /// Call it only while no other process or thread writes the file. Otherwise it may remove a draft that is in use.
    ///
    /// A draft is a regular file that only this user can read. Its name is the name of the file, a dot, 16 hexadecimal
    /// digits and `.new`. Other files remain, including symbolic links.
    package func removeDrafts() {
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folderPath = nameStart == path.startIndex ? "." : String(path[..<nameStart])
        let folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        // The stream owns the descriptor from here on.
        guard let stream = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(stream) }
        let prefix = String(path[nameStart...]) + "."
        while let entry = readdir(stream) {
            // In Swift, `d_name` is a tuple of characters.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                String(cString: UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
            }
            if Self.isDraft(name, prefix: prefix), Self.isPrivate(name, in: folder) { unlinkat(folder, name, 0) }
        }
    }

    /// Returns whether a file name belongs to a draft. Such a name consists of the prefix, random hexadecimal digits,
    /// and the suffix of drafts.
    private static func isDraft(_ name: String, prefix: String) -> Bool {
        // The names are compared as bytes, because Swift's `==` treats é and e´ as equal.
        guard name.utf8.starts(with: prefix.utf8), name.hasSuffix(draftEnd) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(draftEnd.utf8.count)
        return middle.count == 2 * draftByteCount && middle.allSatisfy("0123456789abcdef".utf8.contains)
    }

    /// Returns whether a name in a folder belongs to a private regular file. Only this user can access such a file, and
    /// it has no other links.
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - folder: the file descriptor of the folder.
    /// - Returns: false also if there is no such file.
    private static func isPrivate(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        let isPlain = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
        // The mode is 0600 or stricter.
        let isOwnersOnly = status.st_uid == geteuid() && status.st_mode & 0o177 == 0
        return isPlain && isOwnersOnly
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A small private file with atomic replacement. Only its owner can read it. Readers see the old content or the new,
/// also after a power failure.
package struct PrivateFile: Sendable {
    /// Reports what went wrong with the file.
    package enum Failure: Error, Sendable, Equatable {
        /// The file exists but cannot be read.
        case unreadable
        /// It is not a regular file, or it is too large.
        case foreign
        /// The new content could not be written. The old one remains.
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

    /// The length of the random part of a draft's name, in bytes.
    static let draftByteCount = 8
    /// The suffix of a draft's name.
    static let draftEnd = ".new"

    /// Reads the content; nil if there is no file.
    package func read() throws(Failure) -> [UInt8]? {
        // Without O_NONBLOCK, opening a named pipe would block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            // A socket, or a cycle of symbolic links.
            throw errno == ENXIO || errno == ELOOP ? .foreign : .unreadable
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .foreign }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Self.repeated { Self.read(file, into: &buffer) }
            guard count >= 0 else { throw .unreadable }
            guard content.count + count <= largest else { throw .foreign }
            if count == 0 { return content }
            content += buffer[..<count]
        }
    }

    /// Replaces the content. If the process is killed meanwhile, the file has the old content or the new one.
    package func replace(with content: [UInt8]) throws(Failure) {
        let draft = path + "." + Hex.text(CognitoRandom.system(Self.draftByteCount)) + Self.draftEnd
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unwritable }
        let isWritten = Self.write(content, to: file) && Self.synchronise(file)
        // Some file systems report a failed write only here.
        let isClosed = close(file) == 0
        guard isWritten, isClosed, rename(draft, path) == 0 else {
            unlink(draft)
            throw .unwritable
        }
        synchroniseFolder()
    }

    /// Makes the rename durable. If the folder cannot be synchronised, only durability is lost.
    func synchroniseFolder() {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let file = open(String(folder), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = fsync(file)
        close(file)
    }

    /// Flushes a file to the disk. On Darwin, `fsync` leaves data in the disk's own cache (fsync(2)).
    private static func synchronise(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            if fcntl(file, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(file) == 0
    }

    private static func write(_ content: [UInt8], to file: Int32) -> Bool {
        var rest = content[...]
        while !rest.isEmpty {
            let count = repeated { rest.withUnsafeBytes { bytes in write(file, bytes) } }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

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

    private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.write(file, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(file, bytes.baseAddress, bytes.count)
        #else
            Glibc.write(file, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Retries a call that a signal interrupted.
    private static func repeated(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

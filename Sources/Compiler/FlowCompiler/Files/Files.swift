package import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads files, and inspects paths.
package enum Files {
    /// Returns the bytes of a file that the user named, or of standard input for `-`.
    ///
    /// The file may be a pipe or a device.
    package static func read(_ path: String) -> Result<[UInt8], LoadFailure> {
        loadResult { () throws(FileError) in
            if path == "-" { return try read(.standardInput, atMost: largest) }
            return try Descriptor.open(SystemPath(path), O_RDONLY).closing { descriptor throws(FileError) in
                try read(descriptor, atMost: largest)
            }
        }
    }

    /// Returns the bytes of a regular file that another file refers to.
    ///
    /// Reading stops at the size of the file, so that generated files such as those in `/proc` reveal nothing.
    package static func readSource(_ path: String) -> Result<[UInt8], LoadFailure> {
        readRegular(path, isSource: true)
    }

    /// Returns the bytes of a regular file that this process may replace.
    package static func readFormer(_ path: String) -> Result<[UInt8], LoadFailure> {
        readRegular(path, isSource: false)
    }

    /// Returns the bytes of a regular file, up to its size. If `isSource` is true, records the file as read.
    private static func readRegular(_ path: String, isSource: Bool) -> Result<[UInt8], LoadFailure> {
        loadResult { () throws(FileError) in
            // Opening a pipe without a writer must not block.
            let opened = try Descriptor.open(SystemPath(path), O_RDONLY | O_NONBLOCK)
            return try opened.closing { descriptor throws(FileError) in
                guard let size = regularSize(of: descriptor) else { throw .unfit("it is not a regular file") }
                // If the file grows while it is read, the bytes after its former size are left out. If it was too large
                // from the start, this is an error.
                return try read(
                    descriptor, atMost: min(size, largest), truncates: size <= largest, isSource: isSource)
            }
        }
    }

    /// The number of bytes to read at a time.
    private static let chunkSize = 65_536

    /// The maximum size of a file in bytes, which is also the compiler's limit.
    private static let largest = 64 << 20

    /// Calls a closure that reads a file, and returns the file's bytes or, if the closure throws, the reason.
    private static func loadResult(_ body: () throws(FileError) -> [UInt8]) -> Result<[UInt8], LoadFailure> {
        do throws(FileError) {
            return .success(try body())
        } catch .system(ENOENT) {
            return .failure(.notFound)
        } catch {
            return .failure(.unreadable(error.reason))
        }
    }

    /// Reads a file to its end, and returns its bytes.
    ///
    /// If the file exceeds `limit`, truncates the result to the limit if `truncates` is true, and throws an error
    /// otherwise. If `isSource` is true, records the file, so that outputs do not overwrite it by mistake.
    private static func read(
        _ descriptor: Descriptor, atMost limit: Int, truncates: Bool = false, isSource: Bool = true
    ) throws(FileError) -> [UInt8] {
        if isSource { FileIdentity.recordRead(of: descriptor) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(regularSize(of: descriptor) ?? 0, limit))
        while true {
            let chunk = try descriptor.read(atMost: chunkSize)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count > limit else { continue }
            if truncates { return Array(bytes.prefix(limit)) }
            throw .unfit("it is larger than \(limit >> 20) MiB")
        }
    }

    /// Returns the size of a regular file, or nil for any other file.
    private static func regularSize(of descriptor: Descriptor) -> Int? {
        guard let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(clamping: status.st_size)
    }

    /// Returns whether there is a file or a folder at a path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether a path leads to a regular file.
    package static func isRegular(_ path: String) -> Bool {
        SystemPath(path).status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }

    /// Returns whether a path leads to a folder that can be read.
    package static func isFolder(_ path: String) -> Bool { failureToRead(folder: path) == nil }

    /// Returns the reason why a folder cannot be read, or nil if it can be.
    package static func failureToRead(folder path: String) -> LoadFailure? {
        guard let folder = opendir(path) else {
            let code = errno
            return code == ENOENT ? .notFound : .unreadable(FileError.system(code).reason)
        }
        closedir(folder)
        return nil
    }

    /// Returns the names of a folder's entries in any order, including `.` and `..`.
    ///
    /// An empty path is the working directory. If the folder cannot be read, the result is an empty array.
    package static func names(in folder: String) -> [String] {
        guard let opened = opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { closedir(opened) }
        var result: [String] = []
        while let entry = readdir(opened) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            result.append(String(decoding: bytes, as: UTF8.self))
        }
        return result
    }

    /// Creates a folder, if it does not exist. Throws the reason if the system refuses this.
    package static func createFolder(_ path: SystemPath) throws(WriteFailure) {
        guard path.withCString({ mkdir($0, 0o777) }) != 0 else { return }
        let code = errno
        if isExistingFolder(path) { return }
        throw WriteFailure(path: path.description, .system(code == EEXIST ? ENOTDIR : code))
    }

    /// Creates a folder and its parent folders, if they do not exist. Throws the reason if the system refuses this.
    package static func createFolders(_ path: SystemPath) throws(WriteFailure) {
        if path.isEmpty || isExistingFolder(path) { return }
        try createFolders(path.parent)
        try createFolder(path)
    }

    /// Returns whether a path leads to a folder, even if it cannot be read.
    private static func isExistingFolder(_ path: SystemPath) -> Bool {
        path.status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Removes a file, or the symbolic link at its path. Throws the reason if the system refuses this.
    package static func remove(_ path: String) throws(WriteFailure) {
        guard unlink(path) == 0 else { throw WriteFailure(path: path, .system(errno)) }
    }
}

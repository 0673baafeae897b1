package import ArgumentParser
package import FlowSyntax
package import SystemPackage

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
        if path == "-" { return loadResult { try read(.standardInput, atMost: largest) } }
        return loadResult {
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
            return try descriptor.closeAfter { try read(descriptor, atMost: largest) }
        }
    }

    /// Returns the bytes of a regular file that another file refers to.
    ///
    /// Reading stops at the size of the file, so that generated files such as those in `/proc` reveal nothing.
    package static func readSource(_ path: String) -> Result<[UInt8], LoadFailure> {
        loadResult {
            // Opening a pipe without a writer must not block.
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: .nonBlocking)
            return try descriptor.closeAfter {
                guard let size = regularSize(of: descriptor) else { throw Unreadable.notRegular }
                return try read(descriptor, atMost: min(size, largest), truncates: size <= largest)
            }
        }
    }

    /// The number of bytes to read at a time.
    private static let chunkSize = 65_536

    /// The maximum size of a file in bytes, which is also the compiler's limit.
    private static let largest = 64 << 20

    /// The reason why a file is rejected although the system permits reading it.
    private enum Unreadable: String, Error {
        case notRegular = "it is not a regular file"
        case tooLarge = "it is larger than 64 MiB"
    }

    /// Calls a closure that reads a file, and returns the file's bytes or, if the closure throws, the reason.
    private static func loadResult(_ body: () throws -> [UInt8]) -> Result<[UInt8], LoadFailure> {
        do {
            return .success(try body())
        } catch Errno.noSuchFileOrDirectory {
            return .failure(.notFound)
        } catch let reason as Unreadable {
            return .failure(.unreadable(reason.rawValue))
        } catch {
            return .failure(.unreadable(Failures.reason(error)))
        }
    }

    /// Reads a file to its end, and returns its bytes.
    ///
    /// If the file exceeds `limit`, the result is truncated to the limit if `truncates` is true. Otherwise an error is
    /// thrown.
    private static func read(
        _ descriptor: FileDescriptor, atMost limit: Int, truncates: Bool = false
    ) throws -> [UInt8] {
        FileIdentity.recordRead(of: descriptor)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(regularSize(of: descriptor) ?? 0, limit))
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count > limit else { continue }
            if truncates { return Array(bytes.prefix(limit)) }
            throw Unreadable.tooLarge
        }
    }

    private static func regularSize(of descriptor: FileDescriptor) -> Int? {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(clamping: status.st_size)
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether a path leads to a folder that can be read.
    package static func isFolder(_ path: String) -> Bool {
        guard let folder = opendir(path) else { return false }
        closedir(folder)
        return true
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

    /// Creates a folder, unless it exists.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func makeFolder(_ path: String) throws(ExitCode) {
        if isFolder(path) || mkdir(path, 0o777) == 0 { return }
        throw Failures.reportUnwritable(WriteFailure(path: path, reason: Failures.reason(Errno(rawValue: errno))))
    }

    /// Creates a folder and the folders around it, unless they exist.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func makeFolders(_ path: FilePath) throws(ExitCode) {
        if path.isEmpty || isFolder(path.string) { return }
        try makeFolders(path.removingLastComponent())
        try makeFolder(path.string)
    }

    /// Returns a path without symbolic links, or nil if there is no such file.
    package static func resolvedPath(_ path: String) -> FilePath? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }

    /// Returns the path of a file in a folder. An empty folder is the working directory.
    package static func path(of file: String, in folder: String) -> String {
        folder == "." ? file : FilePath(folder).appending(file).string
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String {
        FilePath(path).lastComponent?.string ?? path
    }
}

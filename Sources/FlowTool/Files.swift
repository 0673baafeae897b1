package import FlowSyntax
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why a file could not be written.
package struct WriteFailure: Error {
    /// The file.
    package let path: String
    /// The reason, in the words of the system.
    package let reason: String

    /// A file and why it could not be written.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// Reads and writes whole files.
package enum Files {
    /// The bytes of a file, or of standard input for `-`.
    package static func read(_ path: String) -> Result<[UInt8], LoadFailure> {
        do {
            if path == "-" { return .success(try readAll(.standardInput)) }
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
            return .success(try descriptor.closeAfter { try readAll(descriptor) })
        } catch Errno.noSuchFileOrDirectory {
            return .failure(.notFound)
        } catch {
            return .failure(.unreadable("\(error)"))
        }
    }

    private static func readAll(_ descriptor: FileDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size(of: descriptor))
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// The size of a regular file; 0 for anything else, which has no end before it is read.
    private static func size(of descriptor: FileDescriptor) -> Int {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int(clamping: status.st_size)
    }

    /// Writes a file whole or not at all: into the same folder under another name, then renamed. `-` is standard output.
    package static func write(_ bytes: [UInt8], to path: String) throws(WriteFailure) {
        let temporary = path == "-" ? "" : "\(path).\(getpid()).tmp"
        do {
            if path == "-" {
                _ = try FileDescriptor.standardOutput.writeAll(bytes)
                return
            }
            let descriptor = try FileDescriptor.open(
                FilePath(temporary), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
            if rename(temporary, path) != 0 { throw Errno(rawValue: errno) }
        } catch {
            if !temporary.isEmpty { unlink(temporary) }
            throw WriteFailure(path: path, reason: "\(error)")
        }
    }

    /// Whether there is something at that path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether there is a folder at that path.
    package static func isFolder(_ path: String) -> Bool {
        guard let folder = opendir(path) else { return false }
        closedir(folder)
        return true
    }

    /// The names of what is in a folder, in any order; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let opened = opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { closedir(opened) }
        var names: [String] = []
        while let entry = readdir(opened) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        return names
    }

    /// Makes a folder, if it is not there.
    package static func makeFolder(_ path: String) throws(WriteFailure) {
        if isFolder(path) { return }
        if mkdir(path, 0o777) != 0 { throw WriteFailure(path: path, reason: "\(Errno(rawValue: errno))") }
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        FilePath(path).lastComponent?.string ?? path
    }
}

/// Gives the compiler the bytes of files.
package struct FileLoader: SourceLoader {
    /// The loader.
    package init() {}

    /// The bytes of a file, or why there are none.
    package func load(_ path: String) -> Result<[UInt8], LoadFailure> { Files.read(path) }

    /// The names of the files in a folder.
    package func names(in folder: String) -> [String] { Files.names(in: folder) }
}

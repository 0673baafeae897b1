package import ArgumentParser
package import FlowSyntax
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads whole files and inspects paths.
package enum Files {
    /// Reads a file that the user named, or standard input for `-`.
    ///
    /// It may be a pipe.
    package static func read(_ path: String) -> Result<[UInt8], LoadFailure> {
        if path == "-" { return reading { try read(.standardInput, atMost: largest) } }
        return reading {
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
            return try descriptor.closeAfter { try read(descriptor, atMost: largest) }
        }
    }

    /// Reads a regular file that another file names.
    ///
    /// It reads no more than the file's size, so that devices, pipes and generated files (`/proc`) are excluded.
    package static func readSource(_ path: String) -> Result<[UInt8], LoadFailure> {
        reading {
            // Opening a pipe without a writer must not block.
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: .nonBlocking)
            return try descriptor.closeAfter {
                guard let size = regularSize(of: descriptor) else { throw Unreadable.noRegularFile }
                return try read(descriptor, atMost: min(size, largest), isCut: size <= largest)
            }
        }
    }

    /// The maximum size of a file in bytes, the same as the compiler's.
    private static let largest = 64 << 20

    /// The reason why a readable file is rejected.
    private enum Unreadable: String, Error {
        case noRegularFile = "it is not a regular file"
        case tooLarge = "it is larger than 64 MiB"
    }

    private static func reading(_ body: () throws -> [UInt8]) -> Result<[UInt8], LoadFailure> {
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

    /// Reads to the end or the limit. A longer file is truncated or rejected.
    private static func read(_ descriptor: FileDescriptor, atMost limit: Int, isCut: Bool = false) throws -> [UInt8] {
        FileIdentity.record(descriptor)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(regularSize(of: descriptor) ?? 0, limit))
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = try chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            bytes += chunk[..<count]
            guard bytes.count > limit else { continue }
            if isCut { return Array(bytes.prefix(limit)) }
            throw Unreadable.tooLarge
        }
        return bytes
    }

    /// The size of a regular file; nil for others, whose end is unknown.
    private static func regularSize(of descriptor: FileDescriptor) -> Int? {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(clamping: status.st_size)
    }

    /// Whether a path exists.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether a path is a folder.
    package static func isFolder(_ path: String) -> Bool {
        guard let folder = opendir(path) else { return false }
        closedir(folder)
        return true
    }

    /// The names in a folder, unordered; empty if it cannot be read.
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

    /// Creates a folder if necessary.
    /// - Throws: an exit code, after the reason is written to standard error.
    package static func makeFolder(_ path: String) throws(ExitCode) {
        if isFolder(path) || mkdir(path, 0o777) == 0 { return }
        throw Failures.unwritable(WriteFailure(path: path, reason: Failures.reason(Errno(rawValue: errno))))
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        FilePath(path).lastComponent?.string ?? path
    }
}

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

/// Reads whole files, and asks the system about paths.
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

    /// The bytes of a file that another file names: of a regular one, and no more of it than its size says, so that a device, a pipe
    /// or what the system makes up as it is read (`/proc`) is no source.
    package static func readSource(_ path: String) -> Result<[UInt8], LoadFailure> {
        do {
            // A pipe without a writer does not hold up the opening.
            let descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: .nonBlocking)
            return try descriptor.closeAfter {
                guard let size = regularSize(of: descriptor) else {
                    return .failure(.unreadable("it is no regular file"))
                }
                guard size <= largestSource else { return .failure(.unreadable("it is larger than 64 MiB")) }
                return .success(try readAll(descriptor, atMost: size))
            }
        } catch Errno.noSuchFileOrDirectory {
            return .failure(.notFound)
        } catch {
            return .failure(.unreadable("\(error)"))
        }
    }

    /// Bytes of the largest source that is read; the compiler takes no larger one.
    private static let largestSource = 64 << 20

    private static func readAll(_ descriptor: FileDescriptor, atMost limit: Int = .max) throws -> [UInt8] {
        FileIdentity.record(descriptor)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(regularSize(of: descriptor) ?? 0)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
            if count == 0 { break }
            bytes += chunk[..<min(count, limit - bytes.count)]
        }
        return bytes
    }

    /// The size of a regular file; nil for anything else, which has no end before it is read.
    private static func regularSize(of descriptor: FileDescriptor) -> Int? {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(clamping: status.st_size)
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
    /// - Throws: an exit code, after standard error says why not.
    package static func makeFolder(_ path: String) throws(ExitCode) {
        if isFolder(path) || mkdir(path, 0o777) == 0 { return }
        throw Failures.unwritable(WriteFailure(path: path, reason: "\(Errno(rawValue: errno))"))
    }

    /// The last part of a path.
    package static func name(of path: String) -> String {
        FilePath(path).lastComponent?.string ?? path
    }
}

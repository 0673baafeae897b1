package import ArgumentParser
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that a command writes. All commands use it.
///
/// A regular file is replaced atomically, through symbolic links, and keeps its mode. A device or a pipe is written
/// directly. A file that this process has read is not overwritten.
package struct OutputFile {
    /// The path as the user gave it; `-` is standard output.
    package let path: String
    package let bytes: [UInt8]

    /// Creates a file with a content.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Writes files. None changes unless all new contents have been written.
    /// - Throws: an exit code, after the file and the reason are written to standard error.
    package static func write(_ files: [OutputFile]) throws(ExitCode) {
        try write(files, inPlace: false)
    }

    /// Replaces the content of a file that this process has read.
    /// - Throws: an exit code, after the reason is written to standard error.
    package func replaceSource() throws(ExitCode) { try Self.write([self], inPlace: true) }

    private static func write(_ files: [OutputFile], inPlace: Bool) throws(ExitCode) {
        var drafts: [Draft] = []
        do throws(WriteFailure) {
            let targets = try files.map { file throws(WriteFailure) in
                try OutputTarget(path: file.path, mayBeSource: inPlace)
            }
            for (file, target) in zip(files, targets) { drafts.append(try Draft(file, target)) }
            for draft in drafts { try draft.publish() }
        } catch {
            for draft in drafts { draft.discard() }
            throw Failures.unwritable(error)
        }
    }

    /// A new content that has not replaced the old one yet.
    private struct Draft {
        private let file: OutputFile
        private let target: OutputTarget
        /// The temporary file in the folder of a regular file.
        private let temporary: FilePath?

        init(_ file: OutputFile, _ target: OutputTarget) throws(WriteFailure) {
            self.file = file
            self.target = target
            guard case .regular(let place, let former) = target else {
                temporary = nil
                return
            }
            let name = ".flowc-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            let path = place.removingLastComponent().appending(name)
            temporary = path
            do {
                let mode: FilePermissions = former == nil ? FilePermissions(rawValue: 0o666) : .ownerReadWrite
                let descriptor = try FileDescriptor.open(
                    path, .writeOnly, options: [.create, .exclusiveCreate], permissions: mode)
                try descriptor.closeAfter {
                    if let former { try Self.keep(former, on: descriptor) }
                    _ = try descriptor.writeAll(file.bytes)
                }
            } catch {
                discard()
                throw WriteFailure(path: file.path, reason: Failures.reason(error))
            }
        }

        /// Copies the former file's mode, and its owner if permitted.
        private static func keep(_ former: stat, on descriptor: FileDescriptor) throws {
            if fchown(descriptor.rawValue, former.st_uid, former.st_gid) != 0 {
                _ = fchown(descriptor.rawValue, uid_t.max, former.st_gid)
            }
            guard fchmod(descriptor.rawValue, former.st_mode & 0o7777) == 0 else { throw Errno(rawValue: errno) }
        }

        func publish() throws(WriteFailure) {
            do {
                switch target {
                case .regular(let place, _):
                    guard let temporary, rename(temporary.string, place.string) == 0 else {
                        throw Errno(rawValue: errno)
                    }
                case .open(let descriptor): _ = try descriptor.writeAll(Self.shown(file.bytes, on: descriptor))
                case .stream:
                    let descriptor = try FileDescriptor.open(FilePath(file.path), .writeOnly)
                    try descriptor.closeAfter { _ = try descriptor.writeAll(file.bytes) }
                }
            } catch {
                throw WriteFailure(path: file.path, reason: Failures.reason(error))
            }
        }

        /// Escapes a text for a terminal. Other outputs get every byte.
        private static func shown(_ bytes: [UInt8], on descriptor: FileDescriptor) -> [UInt8] {
            guard Console.isTerminal(descriptor) else { return bytes }
            return Array(SafeText(lines: String(decoding: bytes, as: UTF8.self)).string.utf8)
        }

        func discard() {
            if let temporary { unlink(temporary.string) }
        }
    }
}

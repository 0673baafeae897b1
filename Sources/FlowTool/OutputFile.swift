package import ArgumentParser
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that a command writes. All commands write their files here.
///
/// A regular file is replaced as a whole, through symbolic links, and keeps its mode. A device or a pipe is written to as it is. A file
/// that this process has read is not written.
package struct OutputFile {
    /// The path as the user gave it; `-` is standard output.
    package let path: String
    /// The content.
    package let bytes: [UInt8]

    /// Creates a content for a path.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Writes files. None changes unless all new contents have been written.
    /// - Throws: an exit code, after standard error says which file cannot be written and why.
    package static func write(_ files: [OutputFile]) throws(ExitCode) {
        try write(files, inPlace: false)
    }

    /// Replaces the content of a file that this process has read.
    /// - Throws: an exit code, after standard error says why not.
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

    /// A new content that has not taken its place.
    private struct Draft {
        private let file: OutputFile
        private let target: OutputTarget
        /// Where the new content of a regular file lies, in its folder.
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

        /// Gives the new file the owner, as far as this process may, and the mode of the former one.
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

        /// What a terminal is given of a text; anything else gets every byte.
        private static func shown(_ bytes: [UInt8], on descriptor: FileDescriptor) -> [UInt8] {
            guard Console.isTerminal(descriptor) else { return bytes }
            return Array(SafeText(lines: String(decoding: bytes, as: UTF8.self)).string.utf8)
        }

        func discard() {
            if let temporary { unlink(temporary.string) }
        }
    }
}

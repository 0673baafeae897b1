package import ArgumentParser
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An output of a command: a path and the bytes to write there.
///
/// A regular file is replaced atomically, even through a symbolic link, and keeps its mode. A device or a pipe is
/// written directly. A file that this process has read is not overwritten.
package struct OutputFile {
    /// The path that the user gave; `-` is standard output.
    package let path: String
    package let bytes: [UInt8]

    /// Creates an output, without writing it.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Writes files. No regular file changes before all new contents are stored.
    /// - Throws: an exit code, after the path and the reason are written to standard error.
    package static func write(_ files: [OutputFile]) throws(ExitCode) {
        try write(files, mayReplaceSources: false)
    }

    /// Creates files, and the folders that they need. If one of the files exists, writes nothing.
    /// - Throws: an exit code, after the path and the reason are written to standard error.
    package static func create(_ files: [OutputFile]) throws(ExitCode) {
        for file in files {
            // A symbolic link that leads nowhere exists as well.
            var status = stat()
            guard lstat(file.path, &status) != 0 else {
                throw Failures.reportUnwritable(WriteFailure(path: file.path, reason: "it already exists"))
            }
        }
        for file in files { try Files.makeFolders(FilePath(file.path).removingLastComponent()) }
        try write(files)
    }

    /// Writes the file, even if this process has read it.
    /// - Throws: an exit code, after writing the reason to standard error.
    package func replaceSource() throws(ExitCode) { try Self.write([self], mayReplaceSources: true) }

    /// Writes files. Resolves all paths, then stores all contents in temporary files, and then publishes them.
    ///
    /// After a failure, removes the temporary files. Files that were already published remain.
    private static func write(_ files: [OutputFile], mayReplaceSources: Bool) throws(ExitCode) {
        var drafts: [Draft] = []
        do throws(WriteFailure) {
            let targets = try files.map { file throws(WriteFailure) in
                try OutputTarget(path: file.path, mayBeSource: mayReplaceSources)
            }
            for (file, target) in zip(files, targets) { drafts.append(try Draft(file, target)) }
            for draft in drafts { try draft.publish() }
        } catch {
            for draft in drafts { draft.discard() }
            throw Failures.reportUnwritable(error)
        }
    }

    /// A new content that has not yet replaced the old one.
    private struct Draft {
        private let file: OutputFile
        private let target: OutputTarget
        /// The temporary file with the content, in the folder of the target; nil if the target is not a regular file.
        private let temporary: FilePath?

        /// Stores the content for a regular file in a temporary file. For any other target, it does nothing.
        init(_ file: OutputFile, _ target: OutputTarget) throws(WriteFailure) {
            self.file = file
            self.target = target
            guard case .regular(let place, let previous) = target else {
                temporary = nil
                return
            }
            let name = ".flowc-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            let path = place.removingLastComponent().appending(name)
            temporary = path
            do {
                // The system reduces the mode of a new file by the umask of the process.
                let mode: FilePermissions = previous == nil ? FilePermissions(rawValue: 0o666) : .ownerReadWrite
                let descriptor = try FileDescriptor.open(
                    path, .writeOnly, options: [.create, .exclusiveCreate], permissions: mode)
                try descriptor.closeAfter {
                    if let previous { try Self.copyAttributes(of: previous, to: descriptor) }
                    _ = try descriptor.writeAll(file.bytes)
                }
            } catch {
                discard()
                throw WriteFailure(path: file.path, reason: Failures.reason(error))
            }
        }

        /// Gives a new file the mode of the previous file and, if the system permits it, its owner and group.
        private static func copyAttributes(of previous: stat, to descriptor: FileDescriptor) throws {
            if fchown(descriptor.rawValue, previous.st_uid, previous.st_gid) != 0 {
                // Without the permission to change the owner, the file can still keep its group. The maximum id means
                // that the owner does not change.
                _ = fchown(descriptor.rawValue, uid_t.max, previous.st_gid)
            }
            guard fchmod(descriptor.rawValue, previous.st_mode & 0o7777) == 0 else { throw Errno(rawValue: errno) }
        }

        /// Replaces the target with the temporary file, or writes the content to a device, a pipe or a stream.
        func publish() throws(WriteFailure) {
            do {
                switch target {
                case .regular(let place, _):
                    guard let temporary, rename(temporary.string, place.string) == 0 else {
                        throw Errno(rawValue: errno)
                    }
                case .open(let descriptor): _ = try descriptor.writeAll(Self.escapedIfTerminal(file.bytes, descriptor))
                case .stream:
                    let descriptor = try FileDescriptor.open(FilePath(file.path), .writeOnly)
                    try descriptor.closeAfter { _ = try descriptor.writeAll(file.bytes) }
                }
            } catch {
                throw WriteFailure(path: file.path, reason: Failures.reason(error))
            }
        }

        /// Returns bytes as text without control characters if a descriptor is a terminal, or else unchanged.
        private static func escapedIfTerminal(_ bytes: [UInt8], _ descriptor: FileDescriptor) -> [UInt8] {
            guard Console.isTerminal(descriptor) else { return bytes }
            return Array(SafeText(lines: String(decoding: bytes, as: UTF8.self)).string.utf8)
        }

        /// Removes the temporary file, if it still exists.
        func discard() {
            if let temporary { unlink(temporary.string) }
        }
    }
}

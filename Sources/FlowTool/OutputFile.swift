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

/// The file that an output path leads to.
enum OutputTarget {
    /// A regular file or a missing one, at a path without symbolic links. The status is nil if the file is missing.
    case regular(FilePath, stat?)
    /// The file of standard output or standard error.
    case open(FileDescriptor)
    /// A device, a pipe or a socket.
    case stream

    /// The maximum number of symbolic links in a row, as in Linux.
    private static let maxLinks = 40

    /// Finds the file that a path leads to, and checks that it can be written.
    /// - Parameters:
    ///   - path: the path that the user gave; `-` is standard output.
    ///   - mayBeSource: whether the path may lead to a file that this process has read.
    /// - Throws: the reason why the file cannot be written.
    init(path: String, mayBeSource: Bool) throws(WriteFailure) {
        if path == "-" {
            self = .open(.standardOutput)
            return
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(path) }
            self = .regular(try Self.destination(of: path), nil)
            return
        }
        let identity = FileIdentity(status)
        // If standard output is this file, opening it again would overwrite it from its start.
        if let open = [FileDescriptor.standardOutput, .standardError].first(where: identity.isOpen) {
            self = .open(open)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw WriteFailure(path: path, reason: "it is a folder")
        case S_IFREG: self = try Self.regularFile(at: path, status, mayBeSource: mayBeSource)
        default: self = .stream
        }
    }

    /// Returns the target of a path that leads to a regular file.
    /// - Throws: the reason why the file cannot be written.
    private static func regularFile(
        at path: String, _ status: stat, mayBeSource: Bool
    ) throws(WriteFailure) -> OutputTarget {
        guard mayBeSource || !FileIdentity(status).wasRead else {
            throw WriteFailure(path: path, reason: "it is also an input of this command")
        }
        guard access(path, W_OK) == 0, let real = realpath(path, nil) else { throw failure(path) }
        defer { free(real) }
        return .regular(FilePath(platformString: real), status)
    }

    /// Returns the path at which to create a missing file. It is the given path or, if that is a symbolic link, the path
    /// that the link leads to.
    /// - Throws: a failure if symbolic links lead to each other.
    private static func destination(of path: String) throws(WriteFailure) -> FilePath {
        var place = FilePath(path)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        for _ in 0..<maxLinks {
            let count = readlink(place.string, &buffer, Int(PATH_MAX))
            guard count > 0 else { return place }
            buffer[count] = 0
            place = place.removingLastComponent().pushing(FilePath(platformString: buffer))
        }
        throw WriteFailure(path: path, reason: Failures.reason(Errno.tooManySymbolicLinkLevels))
    }

    /// Returns the failure to write the file at a path, for the reason that `errno` contains.
    private static func failure(_ path: String) -> WriteFailure {
        WriteFailure(path: path, reason: Failures.reason(Errno(rawValue: errno)))
    }
}

/// The identity of a file, independent of its path: its device and inode.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The regular files that this process has read, which commands must not overwrite by mistake.
    private static let readFiles = Guarded<Set<FileIdentity>>([])

    /// Records that this process reads a file, if it is a regular file.
    ///
    /// Other files are not recorded, since writing to a device or a pipe overwrites nothing.
    static func recordRead(of descriptor: FileDescriptor) {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let identity = FileIdentity(status)
        readFiles.withLock { _ = $0.insert(identity) }
    }

    var wasRead: Bool { Self.readFiles.withLock { $0.contains(self) } }

    /// Returns whether a descriptor of this process refers to the file.
    func isOpen(as descriptor: FileDescriptor) -> Bool {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 && FileIdentity(status) == self
    }
}

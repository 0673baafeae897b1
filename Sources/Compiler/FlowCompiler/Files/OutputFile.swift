#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An output of a command: a path and the bytes to write there.
///
/// A regular file is replaced atomically, even through a symbolic link, and keeps its mode. If this process has read
/// the file, replacing it fails unless the caller permits the replacement. A device, a pipe, and the file of standard
/// output or error are written directly.
package struct OutputFile {
    /// The path that the user gave; `-` is standard output.
    package let path: String
    package let bytes: [UInt8]

    /// Creates an output, without writing it.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Writes files.
    ///
    /// It resolves all paths, creates missing folders, then stores all contents in temporary files, and then publishes
    /// them. No regular file changes before all new contents are stored. If `mayReplaceSources` is true, files that this
    /// process has read can be replaced, too.
    ///
    /// After a failure, removes the temporary files and throws the reason. New folders remain, and so do files that were
    /// already published.
    package static func store(
        _ files: [OutputFile], mayReplaceSources: Bool = false
    ) throws(WriteFailure) {
        var drafts: [Draft] = []
        do throws(WriteFailure) {
            let targets = try files.map { file throws(WriteFailure) in
                try OutputTarget(path: file.path, mayBeSource: mayReplaceSources)
            }
            for case .regular(let place, nil) in targets { try Files.createFolders(place.parent) }
            for (file, target) in zip(files, targets) { drafts.append(try Draft(file, target)) }
            for draft in drafts { try draft.publish() }
        } catch {
            for draft in drafts { draft.discard() }
            throw error
        }
    }

    /// Creates files, and the folders that they need. If one of the files exists, writes nothing, and throws.
    package static func storeNew(_ files: [OutputFile]) throws(WriteFailure) {
        for file in files {
            // A symbolic link that leads nowhere exists as well.
            var status = stat()
            guard lstat(file.path, &status) != 0 else {
                throw WriteFailure(path: file.path, reason: "it already exists")
            }
        }
        for file in files { try Files.createFolders(SystemPath(file.path).parent) }
        try store(files)
    }

    /// A new content that has not yet replaced the old one.
    private struct Draft {
        private let file: OutputFile
        private let target: OutputTarget
        /// The temporary file with the content, in the folder of the target; nil if the target is not a regular file.
        private let temporary: SystemPath?

        /// Stores the content for a regular file in a temporary file. For any other target, does nothing.
        ///
        /// - Throws: the reason why the content cannot be stored, after removing the temporary file
        init(_ file: OutputFile, _ target: OutputTarget) throws(WriteFailure) {
            self.file = file
            self.target = target
            guard case .regular(let place, let former) = target else {
                temporary = nil
                return
            }
            let name = ".flowc-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            let path = place.parent.appending(name)
            temporary = path
            do throws(FileError) {
                // The system reduces the mode of a new file by the umask of the process. A file that replaces another
                // one is only for its owner until it has the attributes of that file.
                let descriptor = try Descriptor.open(
                    path, O_WRONLY | O_CREAT | O_EXCL, mode: former == nil ? 0o666 : S_IRUSR | S_IWUSR)
                try descriptor.closing { descriptor throws(FileError) in
                    if let former { try Self.copyAttributes(of: former, to: descriptor) }
                    try descriptor.writeAll(file.bytes)
                }
            } catch {
                discard()
                throw WriteFailure(path: file.path, error)
            }
        }

        /// Gives a new file the mode of the former file and, if the system permits it, its owner and group.
        private static func copyAttributes(of former: stat, to descriptor: Descriptor) throws(FileError) {
            if fchown(descriptor.number, former.st_uid, former.st_gid) != 0 {
                // Without the permission to change the owner, the file can still keep its group. The maximum id means
                // that the owner does not change.
                _ = fchown(descriptor.number, uid_t.max, former.st_gid)
            }
            guard fchmod(descriptor.number, former.st_mode & 0o7777) == 0 else { throw .system(errno) }
        }

        /// Replaces the target with the temporary file, or writes the content to a device, a pipe or a stream.
        ///
        /// - Throws: the reason why the target cannot be written
        func publish() throws(WriteFailure) {
            do throws(FileError) {
                switch target {
                case .regular(let place, _):
                    guard let temporary,
                        temporary.withCString({ old in place.withCString { rename(old, $0) } }) == 0
                    else { throw .system(errno) }
                case .open(let descriptor): try descriptor.writeAll(Self.escapedIfTerminal(file.bytes, descriptor))
                case .stream:
                    let descriptor = try Descriptor.open(SystemPath(file.path), O_WRONLY)
                    try descriptor.closing { descriptor throws(FileError) in try descriptor.writeAll(file.bytes) }
                }
            } catch {
                throw WriteFailure(path: file.path, error)
            }
        }

        /// Returns bytes as text with control characters replaced if a descriptor is a terminal, or else unchanged.
        private static func escapedIfTerminal(_ bytes: [UInt8], _ descriptor: Descriptor) -> [UInt8] {
            guard descriptor.isTerminal else { return bytes }
            return Array(SafeText(lines: String(decoding: bytes, as: UTF8.self)).string.utf8)
        }

        /// Removes the temporary file, if it still exists.
        func discard() {
            if let temporary { _ = temporary.withCString(unlink) }
        }
    }
}

package import ArgumentParser
package import FlowCompiler
package import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// Reads and writes files for commands. On a failure, these functions write the reason to standard error, and throw an
// exit code.

extension ExitCode {
    package static let findings = ExitCode(1)
    /// A file cannot be read or written. ``Console`` uses this code, too, if standard output cannot be written, such as
    /// on a full disk.
    package static let unusableFile = ExitCode(Console.unusableFile)
}

extension OutputFile {
    /// Writes files. No regular file changes before all new contents are stored.
    /// - Throws: an exit code, after the path and the reason are written to standard error.
    package static func write(_ files: [OutputFile]) throws(ExitCode) {
        try Failures.reporting { () throws(WriteFailure) in try store(files) }
    }

    /// Creates files, and the folders that they need. If one of the files exists, writes nothing.
    /// - Throws: an exit code, after the path and the reason are written to standard error.
    package static func create(_ files: [OutputFile]) throws(ExitCode) {
        try Failures.reporting { () throws(WriteFailure) in try storeNew(files) }
    }

    /// Writes the file, even if this process has read it.
    /// - Throws: an exit code, after writing the reason to standard error.
    package func replaceSource() throws(ExitCode) {
        try Failures.reporting { () throws(WriteFailure) in try Self.store([self], mayReplaceSources: true) }
    }
}

extension Files {
    /// Returns the bytes of a file that the user named, or of standard input for `-`.
    ///
    /// If `mustBeRegular` is true, another file, such as a pipe, is a failure.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func contents(of path: String, mustBeRegular: Bool = false) throws(ExitCode) -> [UInt8] {
        switch mustBeRegular ? readSource(path) : read(path) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw Failures.reportUnreadable(path, failure)
        }
    }

    /// Creates a folder and its missing parent folders, unless the folder exists.
    /// - Throws: an exit code, after writing the reason to standard error.
    package static func makeFolders(_ path: FilePath) throws(ExitCode) {
        try Failures.reporting { () throws(WriteFailure) in try createFolders(SystemPath(path.string)) }
    }

    /// Returns a path without symbolic links, or nil if there is no such file.
    package static func resolvedPath(_ path: String) -> FilePath? {
        SystemPath(path).resolved?.withCString { FilePath(platformString: $0) }
    }

    /// Returns the path of a file in a folder. The path of a file in the folder `.` is its name.
    package static func path(of file: String, in folder: String) -> String {
        folder == "." ? file : FilePath(folder).appending(file).string
    }

    /// Returns the last component of a path.
    package static func name(of path: String) -> String {
        FilePath(path).lastComponent?.string ?? path
    }
}

extension Console {
    /// Returns whether an output may have colors.
    ///
    /// The output must be a terminal, and the user must not have disabled colors (https://no-color.org).
    package static func hasColor(_ output: FileDescriptor) -> Bool {
        // The variable disables colors unless its text is empty.
        if let variable = getenv("NO_COLOR"), variable.pointee != 0 { return false }
        return isTerminal(output)
    }

    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }
}

import FlowCompiler

/// Writes and removes files, and reports failures on standard error.
enum Outputs {
    /// Writes all files or, if one cannot be written, none.
    /// - Returns: the status of the process.
    static func write(_ files: [(path: String, text: String)]) -> Int32 {
        succeeds { () throws(WriteFailure) in
            try OutputFile.store(files.map { OutputFile(path: $0.path, bytes: Array($0.text.utf8)) })
        } ? 0 : Console.unusableFile
    }

    /// Creates a folder and the folders around it unless they exist, and returns whether it exists.
    static func makeFolder(_ path: String) -> Bool {
        succeeds { () throws(WriteFailure) in try Files.createFolders(SystemPath(path)) }
    }

    /// Removes a file, and returns whether this was possible.
    static func remove(_ path: String) -> Bool {
        succeeds { () throws(WriteFailure) in try Files.remove(path) }
    }

    /// Calls a function that writes files, and returns whether it succeeded. A failure is reported on standard error.
    private static func succeeds(_ body: () throws(WriteFailure) -> Void) -> Bool {
        do throws(WriteFailure) {
            try body()
            return true
        } catch {
            Console.report(error.message)
            return false
        }
    }
}

package import ArgumentParser
package import FlowCompiler
package import FlowTable

/// Loads the table of a flow, from a table file or by compiling the flow.
package enum TableSource {
    /// Returns the table in a file, or compiles the flow in the file.
    /// - Throws: an exit code, after the reason is written to standard error.
    package static func load(_ path: String, options: CompilerOptions) throws(ExitCode) -> TransitionTable {
        let bytes: [UInt8]
        switch Files.read(path) {
        case .success(let content): bytes = content
        case .failure(let failure): throw Failures.reportUnreadable(path, failure)
        }
        if bytes.starts(with: TableFormat.magic) { return try verify(bytes, path) }
        let compilation = try FlowSource.compile(path, bytes, options: options)
        return try verify(try FlowSource.table(compilation, names: true, marks: false), path)
    }

    /// Verifies the bytes of a table, and returns the table.
    /// - Throws: an exit code, after the first fault is written to standard error.
    package static func verify(_ bytes: [UInt8], _ path: String) throws(ExitCode) -> TransitionTable {
        do throws(TableError) {
            return try TransitionTable(verifying: bytes)
        } catch {
            Console.error("flowc: '\(path)' is not a valid table: \(error.code.rawValue) at byte \(error.byteOffset)\n")
            throw .findings
        }
    }
}

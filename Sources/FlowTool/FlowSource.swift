package import ArgumentParser
package import FlowCompiler
import FlowDiagnostics
import FlowEmit
import FlowSyntax
import SystemPackage

/// Compiles flows for commands that require them to be free of errors.
package enum FlowSource {
    /// Compiles a file and writes its findings to standard error.
    /// - Throws: an exit code if the file cannot be read or has errors.
    package static func compile(_ path: String, options: CompilerOptions) throws(ExitCode) -> Compilation {
        switch Files.read(path) {
        case .success(let bytes): return try compile(path, bytes, options: options)
        case .failure(let failure): throw Failures.unreadable(path, failure)
        }
    }

    /// Compiles bytes that were read from a file.
    /// - Throws: an exit code if they have errors.
    package static func compile(_ path: String, _ bytes: [UInt8], options: CompilerOptions) throws(ExitCode)
        -> Compilation
    {
        let compilation = FlowCompiler.compile(
            path: path, loader: RootedLoader(root: path, bytes: bytes), options: options)
        if let kind = compilation.graph.root?.kind, kind != .flow {
            Console.error("flowc: '\(path)' is a \(kind.description), but this command needs a flow\n")
            throw .findings
        }
        Findings.write(compilation.diagnostics, in: compilation.sources, to: .standardError)
        if Findings.hasErrors(compilation.diagnostics) { throw .findings }
        if compilation.flow == nil {
            Console.error("flowc: '\(path)' is an abstract flow, which can only be extended\n")
            throw .findings
        }
        return compilation
    }

    /// Creates the table of a compilation.
    /// - Throws: an exit code if the flow exceeds the format's limits.
    package static func table(_ compilation: Compilation, names: Bool, marks: Bool) throws(ExitCode) -> [UInt8] {
        do throws(TableLimit) {
            return try compilation.table(names: names, marks: marks) ?? []
        } catch {
            Console.error(
                "flowc: the flow exceeds the table limit '\(error.kind.rawValue)': \(error.count), "
                    + "with a maximum of \(error.maximum)\n")
            throw .findings
        }
    }
}

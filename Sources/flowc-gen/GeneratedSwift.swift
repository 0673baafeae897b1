import FlowBindings
import FlowCompiler
import FlowDiagnostics
import FlowEmit
import FlowSyntax

/// The Swift code of a flow.
enum GeneratedSwift {
    /// The result of the generation.
    enum Result {
        case code(String)
        /// The flow is abstract, so it has no host.
        case abstract
        /// The flow has errors, which were written to standard error.
        case failed
    }

    /// Compiles the flow in a file, writes the findings to standard error, and generates the code.
    ///
    /// `command` is the command that generates the code again; its header names it.
    static func result(of path: String, access: SwiftOptions.Access, command: String) -> Result {
        let compilation = FlowCompiler.compile(path: path, loader: FileLoader())
        var findings = compilation.diagnostics
        let interface = HostInterface(compilation)
        findings += interface?.nameClashes(in: compilation) ?? []
        report(TerminalRenderer(explains: false).render(findings, in: compilation.sources))
        guard !findings.contains(where: { $0.severity == .error }) else { return .failed }
        guard let interface else { return .abstract }
        do {
            guard let table = try compilation.table() else { return .failed }
            let options = SwiftOptions(
                access: access, command: command, version: FlowCompiler.version, base: base(of: compilation))
            return .code(SwiftWriter.file(interface, table: table, options: options))
        } catch {
            report("\(path):1:1: error: the flow exceeds the table limit '\(error.kind.rawValue)'\n")
            return .failed
        }
    }
    /// Returns the base of a flow if it is in the same folder or below, so that the same target contains its type.
    private static func base(of compilation: Compilation) -> BaseFlow? {
        guard let path = compilation.graph.nodes.first?.path, let basePath = compilation.basePath else { return nil }
        let folder = path.dropLast(SourcePath.name(of: path).count)
        guard basePath.hasPrefix(folder), !basePath.hasPrefix(".."), !basePath.hasPrefix("flowc:") else { return nil }
        return BaseFlow(of: compilation, loader: FileLoader())
    }
}

import FlowCompiler
import FlowDiagnostics
import FlowSyntax

/// The Swift code of a flow.
enum GeneratedSwift {
    /// The result of the generation.
    enum Result {
        case code(String)
        /// The flow is abstract, so it has no host.
        case abstract
        /// The flow cannot be read or has errors, which were written to standard error; with the status of the process.
        case failed(Int32)
    }

    /// Compiles the flow in a file, writes the findings to standard error, and generates the code.
    ///
    /// `command` is the command that generates the code again. The header of the code contains it.
    static func result(of path: String, access: SwiftOptions.Access, command: String) -> Result {
        let bytes: [UInt8]
        switch Files.read(path) {
        case .success(let content): bytes = content
        case .failure(let failure):
            Console.report(failure.message(about: path))
            return .failed(Console.unusableFile)
        }
        let loader = RootedLoader(root: path, bytes: bytes)
        let compilation = FlowCompiler.compile(path: path, loader: loader)
        if let kind = compilation.graph.root?.kind, kind != .flow {
            Console.error("\(path):1:1: error: this is a \(kind.description), not a flow\n")
            return .failed(1)
        }
        var findings = compilation.diagnostics
        let interface = HostInterface(compilation)
        let baseFlow = base(of: compilation, loader)
        findings += interface?.nameClashes(in: compilation, base: baseFlow) ?? []
        Console.error(
            SafeText(rendered: TerminalRenderer(explains: false).render(findings, in: compilation.sources)))
        guard !findings.contains(where: { $0.severity == .error }) else { return .failed(1) }
        guard let interface else { return .abstract }
        do {
            guard let table = try compilation.table() else { return .failed(1) }
            let options = SwiftOptions(
                access: access, command: command, version: FlowCompiler.version, base: baseFlow)
            return .code(SwiftWriter.file(interface, table: table, options: options))
        } catch {
            Console.error("\(path):1:1: error: \(error.message)\n")
            return .failed(1)
        }
    }

    /// Returns the base of a flow, or nil if the target does not contain the base's type.
    ///
    /// The target contains the type if the base is in the same folder as the flow, or below.
    private static func base(of compilation: Compilation, _ loader: RootedLoader) -> BaseFlow? {
        guard let path = compilation.graph.nodes.first?.path, let basePath = compilation.basePath else { return nil }
        let folder = path.dropLast(SourcePath.name(of: path).count)
        // Flows of the compiler's library, and flows in a parent folder, do not belong to the target.
        guard basePath.hasPrefix(folder), basePath.hasPrefix("/") == path.hasPrefix("/"), !basePath.hasPrefix(".."),
            !basePath.hasPrefix("flowc:")
        else { return nil }
        return BaseFlow(of: compilation, loader: loader)
    }
}

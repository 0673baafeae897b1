import FlowCompiler
import FlowDiagnostics
import FlowTool

/// The findings of one file of any kind.
struct Report {
    let sources: SourceSet
    let diagnostics: [Diagnostic]
    let silenced: [SilencedDiagnostic]

    /// Checks a file of any kind: scenarios with the flow that they are for.
    init(path: String, bytes: [UInt8], options: CompilerOptions) {
        let loader = RootedLoader(root: path, bytes: bytes)
        let compilation = FlowCompiler.scenarios(path: path, loader: loader, options: options).compilation
        sources = compilation.sources
        diagnostics = compilation.diagnostics
        silenced = compilation.silenced
    }

    /// The same for a SARIF log.
    var sarif: SARIFReport { SARIFReport(sources: sources, diagnostics: diagnostics, silenced: silenced) }
}

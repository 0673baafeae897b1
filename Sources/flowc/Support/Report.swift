import FlowCompiler
import FlowDiagnostics
import FlowTool

/// The findings of one file of any kind.
struct Report {
    let sources: SourceSet
    private(set) var diagnostics: [Diagnostic]
    let silenced: [SilencedDiagnostic]

    /// Checks a file of any kind: scenarios with the flow that they are for.
    init(path: String, bytes: [UInt8], options: CompilerOptions) {
        let loader = RootedLoader(root: path, bytes: bytes)
        let compilation = FlowCompiler.scenarios(path: path, loader: loader, options: options).compilation
        sources = compilation.sources
        diagnostics = compilation.diagnostics
        silenced = compilation.silenced
    }

    /// Reports of which each finding is in the first that has it: files that are checked together may name the same others.
    static func withoutRepetitions(_ reports: [Report]) -> [Report] {
        var seen: Set<Place> = []
        return reports.map { report in
            var report = report
            report.diagnostics = report.diagnostics.filter { seen.insert(Place($0, in: report.sources)).inserted }
            return report
        }
    }

    /// What a finding says, and where.
    private struct Place: Hashable {
        let path: [UInt8]
        let range: Range<Int>
        let code: String
        let message: [UInt8]

        init(_ diagnostic: Diagnostic, in sources: SourceSet) {
            path = Array((sources[diagnostic.range.file]?.path ?? "").utf8)
            range = diagnostic.range.offsets
            code = diagnostic.code.rawValue
            message = Array(diagnostic.message.utf8)
        }
    }

    /// The same for a SARIF log.
    var sarif: SARIFReport { SARIFReport(sources: sources, diagnostics: diagnostics, silenced: silenced) }
}

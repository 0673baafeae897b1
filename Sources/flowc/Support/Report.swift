import FlowCompiler
import FlowDiagnostics
import FlowTool

/// The findings of one file.
struct Report {
    /// The path of the file.
    private let path: ByteText
    let compilation: Compilation
    private(set) var diagnostics: [Diagnostic]
    private let suppressed: [SuppressedDiagnostic]

    /// Checks a file of any kind. Scenarios are checked together with their flow.
    init(path: String, bytes: [UInt8], options: CompilerOptions) {
        self.path = ByteText(path)
        let loader = RootedLoader(root: path, bytes: bytes)
        compilation = FlowCompiler.compileScenarios(path: path, loader: loader, options: options).compilation
        diagnostics = compilation.diagnostics
        suppressed = compilation.suppressed
    }

    /// The files to which locations refer.
    var sources: SourceSet { compilation.sources }

    /// Returns reports in which no finding is repeated.
    ///
    /// Files that are checked together may refer to each other, or to the same file. A finding about a checked file
    /// stays in the report of that file, and any other finding stays in the first report that contains it.
    static func withoutRepetitions(_ reports: [Report]) -> [Report] {
        var seen: Set<Identity> = []
        for report in reports {
            let identities = report.diagnostics.map { Identity($0, in: report.sources) }
            seen.formUnion(identities.filter { $0.path == report.path })
        }
        return reports.map { report in
            var report = report
            report.diagnostics = report.diagnostics.filter { diagnostic in
                let identity = Identity(diagnostic, in: report.sources)
                return identity.path == report.path || seen.insert(identity).inserted
            }
            return report
        }
    }

    /// The properties that are equal in two reports of the same finding.
    private struct Identity: Hashable {
        let path: ByteText
        let range: Range<Int>
        let code: String
        let message: ByteText

        /// Creates the identity of a finding in a set of sources.
        init(_ diagnostic: Diagnostic, in sources: SourceSet) {
            path = ByteText(sources[diagnostic.range.file]?.path ?? "")
            range = diagnostic.range.offsets
            code = diagnostic.code.rawValue
            message = ByteText(diagnostic.message)
        }
    }

    /// The findings for a SARIF log.
    var sarif: SARIFReport { SARIFReport(sources: sources, diagnostics: diagnostics, suppressed: suppressed) }
}

import FlowCompiler
import FlowDiagnostics
import FlowTool

/// The findings of one file.
struct Report {
    /// The path of the file.
    private let path: ByteText
    let sources: SourceSet
    private(set) var diagnostics: [Diagnostic]
    let suppressed: [SuppressedDiagnostic]

    /// Checks a file of any kind; scenarios together with their flow.
    init(path: String, bytes: [UInt8], options: CompilerOptions) {
        self.path = ByteText(path)
        let loader = RootedLoader(root: path, bytes: bytes)
        let compilation = FlowCompiler.scenarios(path: path, loader: loader, options: options).compilation
        sources = compilation.sources
        diagnostics = compilation.diagnostics
        suppressed = compilation.suppressed
    }

    /// Removes findings about other files that an earlier report contains.
    ///
    /// Files that are checked together may include the same files, or each other.
    static func withoutRepetitions(_ reports: [Report]) -> [Report] {
        var seen: Set<Place> = []
        for report in reports {
            seen.formUnion(report.diagnostics.map { Place($0, in: report.sources) }.filter { $0.path == report.path })
        }
        return reports.map { report in
            var report = report
            report.diagnostics = report.diagnostics.filter { diagnostic in
                let place = Place(diagnostic, in: report.sources)
                return place.path == report.path || seen.insert(place).inserted
            }
            return report
        }
    }

    /// The text and location of a finding.
    private struct Place: Hashable {
        let path: ByteText
        let range: Range<Int>
        let code: String
        let message: ByteText

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

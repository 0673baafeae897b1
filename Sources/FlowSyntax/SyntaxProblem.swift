internal import FlowDiagnostics

/// A problem that prevents parsing, with offsets in the file.
struct SyntaxProblem: Error {
    var code: DiagnosticCode
    var range: Range<Int>
    var message: String
    var notes: [(message: String, range: Range<Int>)] = []
    var help: [String] = []

    /// Returns the problem as a finding in a file.
    func diagnostic(in file: FileID) -> Diagnostic {
        Diagnostic(
            code, at: SourceRange(file: file, range), message,
            notes: notes.map { Diagnostic.Note($0.message, at: SourceRange(file: file, $0.range)) },
            help: help
        )
    }
}

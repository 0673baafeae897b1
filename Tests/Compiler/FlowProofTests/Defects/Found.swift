import FlowCompiler
import FlowDiagnostics

/// What a finding says and where.
struct Found: Equatable, Sendable, CustomStringConvertible {
    let code: String
    let path: String
    let span: TextSpan
    let message: String

    /// All findings of a compilation.
    static func all(_ compilation: Compilation) -> [Found] {
        compilation.diagnostics.compactMap { diagnostic in
            guard let file = compilation.sources[diagnostic.range.file] else { return nil }
            let offsets = diagnostic.range.offsets
            let (start, end) = (
                file.position(ofOffset: offsets.lowerBound), file.position(ofOffset: offsets.upperBound)
            )
            let span = TextSpan(
                start: TextPlace(line: start.line, column: start.column),
                end: TextPlace(line: end.line, column: end.column), text: file.text(offsets))
            return Found(code: diagnostic.code.rawValue, path: file.path, span: span, message: diagnostic.message)
        }
    }

    var description: String { "\(path):\(span) [\(code)] \(message)" }
}

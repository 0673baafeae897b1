package import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowPages

/// The documentation of findings.
package enum DiagnosticPages {
    /// The Markdown page of a code, or else its rule; nil for unknown codes.
    package static func page(for code: String) -> String? {
        guard let known = DiagnosticCode.allCodes.first(where: { $0.rawValue == code }) else { return nil }
        guard let bytes = FlowPages.page(code) else { return "# \(code)\n\n\(known.summary)\n" }
        return withoutComments(String(decoding: bytes, as: UTF8.self))
    }

    /// All codes, sorted.
    package static var codes: [String] { DiagnosticCode.allCodes.map(\.rawValue) }

    /// Creates the error for an unknown code, with similar codes.
    package static func unknown(_ code: String) -> ValidationError {
        let question = NearNames.question(code, among: codes)
        let place = question.isEmpty ? "; each finding ends with its code in brackets" : question
        return ValidationError("unknown finding '\(code)'" + place)
    }

    /// Removes comments for the page's authors; comments in examples stay.
    private static func withoutComments(_ page: String) -> String {
        var lines: [Substring] = []
        var isExample = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isExample.toggle() }
            if !isExample, line.hasPrefix("<!--"), line.hasSuffix("-->") { continue }
            if !isExample, line.isEmpty, lines.last?.isEmpty == true { continue }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}

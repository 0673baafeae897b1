package import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowPages

/// What is known of each finding.
package enum DiagnosticPages {
    /// The page of a code in Markdown, or its rule if it has none; nil if there is no such code.
    package static func page(for code: String) -> String? {
        guard let known = DiagnosticCode.allCodes.first(where: { $0.rawValue == code }) else { return nil }
        guard let bytes = FlowPages.page(code) else { return "# \(code)\n\n\(known.summary)\n" }
        return withoutComments(String(decoding: bytes, as: UTF8.self))
    }

    /// All codes, sorted.
    package static var codes: [String] { DiagnosticCode.allCodes.map(\.rawValue) }

    /// Says that there is no such code, with those that may have been meant.
    package static func unknown(_ code: String) -> ValidationError {
        let question = NearNames.question(code, among: codes)
        let place = question.isEmpty ? "; a finding ends with its code in brackets" : question
        return ValidationError("there is no finding '\(code)'" + place)
    }

    /// A page without the lines that are comments for those who write it; comments in examples stay.
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

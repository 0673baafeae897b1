package import ArgumentParser
import FlowCompiler
import FlowDiagnostics
import FlowPages

/// The documentation pages of findings.
package enum DiagnosticPages {
    /// Returns the page of a code in Markdown, or nil if the code is unknown.
    ///
    /// If the code has no page of its own, the result contains only its name and its rule.
    package static func page(for code: String) -> String? {
        guard let known = DiagnosticCode.allCodes.first(where: { $0.rawValue == code }) else { return nil }
        guard let bytes = FlowPages.page(code) else { return "# \(code)\n\n\(known.summary)\n" }
        return withoutComments(String(decoding: bytes, as: UTF8.self))
    }

    /// The names of all codes, sorted.
    package static var codes: [String] { DiagnosticCode.allCodes.map(\.rawValue) }

    /// Returns the error about an unknown code, which suggests similar codes or says where codes are shown.
    package static func unknownCodeError(_ code: String) -> ValidationError {
        let suggestion = NearNames.suggestion(for: code, among: codes)
        let help = suggestion.isEmpty ? "; each finding ends with its code in brackets" : suggestion
        return ValidationError("unknown finding '\(code)'" + help)
    }

    /// Returns a page without the comments for its authors, and with single blank lines. Examples are unchanged.
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

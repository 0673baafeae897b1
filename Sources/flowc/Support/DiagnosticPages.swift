import FlowDiagnostics
import FlowSema
import FlowSyntax

/// What is known of each finding.
enum DiagnosticPages {
    private static let known = DiagnosticCode.syntaxCodes + DiagnosticCode.semaCodes

    /// The rule behind a code, if there is such a code.
    static func page(for code: String) -> String? {
        guard let known = known.first(where: { $0.rawValue == code }) else { return nil }
        let weight = known.defaultSeverity == .error ? "an error" : "a warning"
        let choice = known.isAboutShape ? "; --severity \(code)=warning makes it a warning" : ""
        return
            "\(code)\n\n\(known.summary)\nIt is \(weight)\(choice). See Docs/Language.md for the rules of the language.\n"
    }

    /// All codes, sorted.
    static var codes: [String] { known.map(\.rawValue).sorted() }
}

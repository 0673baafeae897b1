import FlowChecks
import FlowCompiler
import FlowDiagnostics
import FlowScenarios
import FlowLowering
import FlowSyntax

/// The table of all findings in the documentation, as it must be.
struct ChecksPage {
    static let path = "Docs/Evidence/Checks.md"
    /// Stands before and behind the made part.
    static let mark = "<!-- made by ChecksPageTests, RECORD=1 -->"

    /// The made part of the page.
    static func made() throws -> String {
        let codes = DiagnosticCode.allCodes
        let alone = codes.filter { ComparedSystem.marks($0.rawValue).allSatisfy { $0 == .none } }
        var text = """

            `flowc` has \(codes.count) findings, \(codes.filter { $0.defaultSeverity == .error }.count) of them errors. \
            For \(alone.count) of them, none of the compared systems has a similar finding.

            """
        for (title, family) in families {
            text +=
                "\n### \(title)\n\n| code | example | \(ComparedSystem.allCases.map(\.rawValue).joined(separator: " | ")) |\n"
            text += "| --- | --- |" + ComparedSystem.allCases.map { _ in " --- |" }.joined() + "\n"
            for code in family { text += try row(code) }
        }
        return text + "\n"
    }

    /// The families, each code in one of them.
    static var families: [(title: String, codes: [DiagnosticCode])] {
        [
            ("Files and their structure", DiagnosticCode.syntaxCodes),
            (
                "Names and types",
                (DiagnosticCode.loweringCodes + [.swiftNameClash, .tableLimit]).sorted { $0.rawValue < $1.rawValue }
            ),
            ("What the host sees", FlowChecks.dataCodes), ("Control flow", FlowChecks.controlCodes),
            ("Proofs", FlowChecks.proofCodes),
            ("Rounds", [.missingRounds] + FlowChecks.roundCodes), ("Scenarios", DiagnosticCode.scenarioCodes),
            ("Suppressions", DiagnosticCode.silencingCodes),
        ]
    }

    private static func row(_ code: DiagnosticCode) throws -> String {
        let line = try CheckExample.line(of: code.rawValue)
        let example = line.map { "`\($0.cut(at: "|").joined(separator: "\\|"))`" } ?? "on its page in words"
        let marks = ComparedSystem.marks(code.rawValue).map(\.rawValue).joined(separator: " | ")
        return "| `\(code.rawValue)` | \(example) | \(marks) |\n"
    }
}

extension Array {
    /// Those that fulfil a condition, and the others.
    func split(_ condition: (Element) -> Bool) -> (those: [Element], others: [Element]) {
        (filter(condition), filter { !condition($0) })
    }
}

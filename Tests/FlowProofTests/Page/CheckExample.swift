import FlowDiagnostics
import TestSupport

/// A line at which a finding stands.
enum CheckExample {
    /// The line of a mistake in the desk, or of the bad example on the finding's page; nothing if neither shows one.
    static func line(of code: String) throws -> String? {
        if let defect = ProofDefect.all.first(where: { $0.code == code }) { return try line(of: defect) }
        return try? recordedLine(code)
    }

    private static func line(of defect: ProofDefect) throws -> String? {
        let desk = try FlowFiles.desk()
        let files = try desk.edited(defect.edits).files.edited(defect.service, in: "desk.service.xml").files
        let found = Found.all(files.compiled()).first { $0.code == defect.code }
        guard let found, let text = files.texts[found.path] else { return nil }
        let lines = text.cut(at: "\n")
        return lines.indices.contains(found.span.start.line - 1) ? lines[found.span.start.line - 1].onOneLine : nil
    }

    /// The first line that the recorded output of a page shows below the finding; a test holds that output.
    private static func recordedLine(_ code: String) throws -> String? {
        let lines = try PackageFiles.text("Docs/Reference/Findings/\(code).md").cut(at: "\n")
        guard let finding = lines.firstIndex(where: { $0.utf8.containsPart(Array(" [\(code)]".utf8)) }) else {
            return nil
        }
        for line in lines[(finding + 1)...].prefix(3) {
            let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].contains(where: \.isNumber) { return String(parts[1]).onOneLine }
        }
        return nil
    }
}

extension FlowFiles {
    /// The flow of the desk.
    static func desk() throws -> FlowFiles {
        try FlowFiles(
            ["desk.flow.xml", "receipt.flow.xml", "desk.service.xml"], in: "Tests/FlowProofTests/Defects/Desk",
            root: "desk.flow.xml")
    }
}

import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// The page of all checks: every finding stands in its table once, with a line at which it is found. `RECORD=1`
/// writes it anew.
@Suite struct ChecksPageTests {
    @Test func everyCodeIsInOneFamily() {
        let codes = ChecksPage.families.flatMap(\.codes).map(\.rawValue)
        #expect(codes.sorted() == DiagnosticCode.allCodes.map(\.rawValue))
    }

    @Test func whatIsComparedExists() {
        let codes = Set(DiagnosticCode.allCodes.map(\.rawValue))
        #expect(ComparedSystem.comparedCodes.filter { !codes.contains($0) } == [])
        let counts = ComparedSystem.comparedCodes.map { ComparedSystem.marks($0).count }
        #expect(counts.allSatisfy { $0 == ComparedSystem.allCases.count })
    }

    @Test func theTableIsThatOfTheCompiler() throws {
        let parts = try PackageFiles.text(ChecksPage.path).cut(at: ChecksPage.mark)
        try #require(parts.count == 3, "no marks in \(ChecksPage.path)")
        let made = try ChecksPage.made()
        if Environment.isRecording {
            let text = [parts[0], made, parts[2]].joined(separator: ChecksPage.mark)
            return try PackageFiles.write(text, to: ChecksPage.path)
        }
        #expect(parts[1] == made)
    }
}

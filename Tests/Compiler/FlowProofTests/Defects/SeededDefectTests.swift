import FlowCompiler
import FlowDiagnostics
import TestSupport
import Testing

/// The 20 mistakes with which other engines were compared, made in a flow of ours: each is found alone, at its
/// exact range.
@Suite struct SeededDefectTests {
    private static let files = Result {
        try FlowFiles.desk()
    }

    @Test func thereAreTwenty() {
        #expect(Set(SeededDefect.all.map { $0.id.prefix(3) }).count == 20)
    }

    @Test func theCleanFileHasNoFindings() throws {
        let compilation = try Self.files.get().compiled()
        #expect(Found.all(compilation) == [])
        #expect(compilation.flow != nil)
    }

    @Test(arguments: SeededDefect.all)
    func isFoundAtItsPlaceAndNothingElse(_ defect: SeededDefect) throws {
        let (files, marked) = try Self.files.get().edited(defect.edits)
        let span = try #require(marked)
        let found = Found.all(files.compiled())
        #expect(found.map(\.code) == [defect.code], "\(found)")
        #expect(found.first?.path == files.root)
        #expect(found.first?.span == span)
    }

    @Test(arguments: ProofDefect.all)
    func isProvenAtItsPlace(_ defect: ProofDefect) throws {
        let (edited, marked) = try Self.files.get().edited(defect.edits)
        let files = try edited.edited(defect.service, in: "desk.service.xml").files
        let span = try #require(marked)
        let found = Found.all(files.compiled())
        let own = found.filter { $0.code == defect.code }
        #expect(own.map(\.span) == [span], "\(found)")
        #expect(Set(found.map(\.code)).subtracting(defect.besides) == [defect.code], "\(found)")
    }

    /// Mistakes of the form do not hide those of names.
    @Test func ofSixMistakesAllAreReportedInOneRun() throws {
        var edits = SeededDefect.six.flatMap(\.edits)
        // D02 to D04 are made in one line above; here they stand in three.
        edits.removeAll { $0.old.contains("select=\"CODE\"") || $0.old.contains("select=\"PROOF\"") }
        edits.append(TextEdit("<on select=\"CODE\" to=\"login\"/>", "<onn select=\"CODE\" to=\"login\"/>"))
        edits.append(TextEdit("<on select=\"PROOF\" to=\"prove\"/>", "<on select=\"PROOF\" too=\"prove\"/>"))
        edits.append(TextEdit("<on event=\"resend\" to=\"login\"/>", "<on event=\"resend\" to=\"logon\"/>"))
        let plain = edits.map { TextEdit($0.old, ($0.new.cut(at: "⟦").flatMap { $0.cut(at: "⟧") }).joined()) }
        let found = Found.all(try Self.files.get().edited(plain).files.compiled())
        let expected = [
            "unknown-target", "unknown-element", "unknown-attribute", "duplicate-node", "unknown-target",
            "misplaced-element",
        ]
        #expect(found.map(\.code) == expected, "\(found)")
    }
}

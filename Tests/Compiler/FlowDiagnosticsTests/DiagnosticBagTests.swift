import FlowDiagnostics
import Testing

extension DiagnosticCode {
    static let sample = DiagnosticCode("sample", summary: "A sample.")
    static let doubt = DiagnosticCode("doubt", .warning, summary: "A doubt.")
}

struct DiagnosticBagTests {
    private func range(_ file: Int, _ start: Int) -> SourceRange { SourceRange(file: FileID(file), start..<start + 1) }

    @Test func anErrorCannotBeTurnedOff() {
        var bag = DiagnosticBag(overrides: SeverityOverrides(byCode: [.sample: .ignored, .doubt: .ignored]))
        bag.add(Diagnostic(.doubt, at: range(0, 0), "a"))
        #expect(bag.isEmpty)
        bag.add(Diagnostic(.sample, at: range(0, 0), "a"))
        #expect(bag.hasErrors)
    }

    @Test func warningsBecomeErrorsOnRequest() {
        var plain = DiagnosticBag()
        plain.add(Diagnostic(.doubt, at: range(0, 0), "a"))
        #expect(!plain.hasErrors)
        for overrides in [SeverityOverrides(warningsAsErrors: true), SeverityOverrides(byCode: [.doubt: .error])] {
            var bag = DiagnosticBag(overrides: overrides)
            bag.add(Diagnostic(.doubt, at: range(0, 0), "a"))
            #expect(bag.hasErrors)
        }
    }

    @Test func findingsComeByPlaceAndOnce() {
        var sources = SourceSet()
        _ = sources.add(SourceFile(path: "a", bytes: [1, 2, 3]))
        _ = sources.add(SourceFile(path: "b", bytes: [1, 2, 3]))
        var bag = DiagnosticBag()
        bag.add(Diagnostic(.sample, at: range(9, 0), "lost"))
        bag.add(Diagnostic(.sample, at: range(1, 0), "third"))
        bag.add(Diagnostic(.sample, at: range(0, 2), "second"))
        bag.add(Diagnostic(.doubt, at: range(0, 1), "after"))
        bag.add(Diagnostic(.sample, at: range(0, 1), "first"))
        bag.add(Diagnostic(.sample, at: range(0, 1), "first"))
        #expect(bag.sorted(in: sources).map(\.message) == ["first", "after", "second", "third", "lost"])
    }
}

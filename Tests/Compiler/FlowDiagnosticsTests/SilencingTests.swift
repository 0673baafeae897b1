import FlowDiagnostics
import Testing

struct SilencingTests {
    private func range(_ offsets: Range<Int>, file: Int = 0) -> SourceRange {
        SourceRange(file: FileID(file), offsets)
    }

    private func suppression(_ code: DiagnosticCode, _ scope: Range<Int>, _ reason: String = "so") -> Suppression {
        Suppression(code, at: range(scope.lowerBound..<scope.lowerBound + 1), scope: range(scope), reason: reason)
    }

    private func finding(_ code: DiagnosticCode, _ offsets: Range<Int>, file: Int = 0) -> Diagnostic {
        Diagnostic(code, at: range(offsets, file: file), "m")
    }

    @Test func aSilencingOfAnotherCodeFileOrPlaceDoesNotCount() {
        var bag = DiagnosticBag()
        bag.suppress(suppression(.sample, 10..<20))
        for other in [
            finding(.doubt, 12..<14), finding(.sample, 12..<14, file: 1), finding(.sample, 9..<14),
            finding(.sample, 12..<21), finding(.sample, 0..<3), finding(.sample, 30..<33),
        ] { bag.add(other) }
        #expect(bag.diagnostics.count == 6)
        #expect(bag.suppressed.isEmpty)
        #expect(bag.unusedSuppressions.count == 1)
        bag.add(finding(.sample, 10..<20))
        #expect(bag.diagnostics.count == 6)
        #expect(bag.suppressed.map(\.suppression.reason) == ["so"])
        #expect(bag.unusedSuppressions.isEmpty)
    }

    @Test func aSilencedErrorIsNone() {
        var bag = DiagnosticBag(overrides: SeverityOverrides(byCode: [.doubt: .error], warningsAsErrors: true))
        bag.suppress(suppression(.doubt, 0..<9))
        bag.add(finding(.doubt, 1..<2))
        #expect(!bag.hasErrors)
        #expect(bag.suppressed.map(\.diagnostic.severity) == [.error])
    }

    @Test func anIgnoredFindingStillNeedsItsSilencing() {
        var bag = DiagnosticBag(overrides: SeverityOverrides(byCode: [.doubt: .ignored]))
        bag.suppress(suppression(.doubt, 0..<9))
        bag.add(finding(.doubt, 1..<2))
        #expect(bag.unusedSuppressions.isEmpty)
        #expect(bag.suppressed.isEmpty)
    }

    @Test func oneOfManyIsTaken() {
        var bag = DiagnosticBag()
        for index in 0..<1000 { bag.suppress(suppression(.sample, index * 10..<index * 10 + 8, "\(index)")) }
        for index in stride(from: 0, to: 1000, by: 2) { bag.add(finding(.sample, index * 10 + 7..<index * 10 + 8)) }
        bag.add(finding(.sample, 18..<19))
        #expect(bag.suppressed.map(\.suppression.reason) == stride(from: 0, to: 1000, by: 2).map { "\($0)" })
        #expect(bag.unusedSuppressions.map(\.reason) == stride(from: 1, to: 1000, by: 2).map { "\($0)" })
        #expect(bag.diagnostics.map(\.range) == [range(18..<19)])
    }

    @Test func silencedFindingsComeByPlaceAndOnce() {
        var sources = SourceSet()
        _ = sources.add(SourceFile(path: "a", bytes: Array(repeating: 0x20, count: 30)))
        var bag = DiagnosticBag()
        bag.suppress(suppression(.sample, 0..<30))
        for start in [20, 5, 20] { bag.add(finding(.sample, start..<start + 1)) }
        #expect(bag.sortedSuppressed(in: sources).map(\.diagnostic.range.start) == [5, 20])
    }
}

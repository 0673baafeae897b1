/// Collects findings. Passes take it `inout` and go on; nothing is thrown.
package struct DiagnosticBag: Sendable {
    /// The findings in the order in which they were added, without ignored ones.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The number of errors among the findings.
    package private(set) var errorCount = 0
    /// The user's wishes about severities, applied as findings are added.
    package let overrides: SeverityOverrides

    /// Makes an empty bag.
    package init(overrides: SeverityOverrides = SeverityOverrides()) { self.overrides = overrides }

    /// True when at least one finding is an error.
    package var hasErrors: Bool { errorCount > 0 }

    /// True when there is no finding at all.
    package var isEmpty: Bool { diagnostics.isEmpty }

    /// Adds a finding under the overrides; an ignored one is dropped.
    package mutating func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.severity = overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity)
        guard diagnostic.severity != .ignored else { return }
        if diagnostic.severity == .error { errorCount += 1 }
        diagnostics.append(diagnostic)
    }

    /// Adds all findings of a sequence.
    package mutating func add(contentsOf others: some Sequence<Diagnostic>) {
        for diagnostic in others { add(diagnostic) }
    }

    /// The findings by file and place, errors before warnings at one place, each once.
    ///
    /// Files come in the order of the set; a finding of a file that the set lacks comes last.
    package func sorted(in sources: SourceSet) -> [Diagnostic] {
        var seen = Set<Key>()
        let unique = diagnostics.enumerated().filter { seen.insert(Key($0.element)).inserted }
        return unique.sorted { left, right in
            order(left.element, left.offset, sources).lexicographicallyPrecedes(
                order(right.element, right.offset, sources)
            )
        }.map(\.element)
    }

    private func order(_ diagnostic: Diagnostic, _ added: Int, _ sources: SourceSet) -> [Int] {
        let range = diagnostic.range
        return [
            sources[range.file] == nil ? 1 : 0, Int(range.file.index), Int(range.start), Int(range.end),
            diagnostic.severity == .error ? 0 : 1, added,
        ]
    }

    /// What makes two findings the same.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let message: String

        init(_ diagnostic: Diagnostic) {
            code = diagnostic.code
            range = diagnostic.range
            message = diagnostic.message
        }
    }
}

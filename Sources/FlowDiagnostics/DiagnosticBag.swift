/// Collects findings. Passes receive it `inout` and continue; nothing is thrown.
package struct DiagnosticBag: Sendable {
    /// The findings in insertion order, without ignored and suppressed ones.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The number of errors among the findings.
    package private(set) var errorCount = 0
    /// The suppressed findings in insertion order, which are not errors.
    package private(set) var suppressed: [SuppressedDiagnostic] = []
    private var suppressions = SuppressionSet()
    /// The user's severities, applied when findings are added.
    package let overrides: SeverityOverrides

    /// Creates an empty bag.
    package init(overrides: SeverityOverrides = SeverityOverrides()) { self.overrides = overrides }

    /// Whether any finding is an error.
    package var hasErrors: Bool { errorCount > 0 }

    /// Whether there are no findings.
    package var isEmpty: Bool { diagnostics.isEmpty }

    /// Suppresses a code in a range, for findings added later.
    ///
    /// Suppressions of one code and file come in the order of their scopes.
    package mutating func silence(_ suppression: Suppression) { suppressions.add(suppression) }

    /// The suppressions without effect so far, in insertion order.
    package var unneededSuppressions: [Suppression] { suppressions.unneeded }

    /// Adds a finding. Ignored ones are dropped, suppressed ones kept apart.
    package mutating func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        diagnostic.severity = overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity)
        let suppression = suppressions.take(diagnostic)
        guard diagnostic.severity != .ignored else { return }
        if let suppression {
            suppressed.append(SuppressedDiagnostic(diagnostic: diagnostic, suppression: suppression))
            return
        }
        if diagnostic.severity == .error { errorCount += 1 }
        diagnostics.append(diagnostic)
    }

    /// Whether a finding would be an error, given overrides and suppressions.
    package func isError(_ diagnostic: Diagnostic) -> Bool {
        overrides.severity(of: diagnostic.code, reportedAs: diagnostic.severity) == .error
            && !suppressions.covers(diagnostic)
    }

    /// Adds all findings of a sequence.
    package mutating func add(contentsOf others: some Sequence<Diagnostic>) {
        for diagnostic in others { add(diagnostic) }
    }

    /// The findings by file and location, errors first, without duplicates.
    ///
    /// Files are in the set's order. Findings of a file outside the set come last.
    package func sorted(in sources: SourceSet) -> [Diagnostic] { sorted(diagnostics, in: sources) { $0 } }

    /// The suppressed findings, sorted in the same way.
    package func sortedSilenced(in sources: SourceSet) -> [SuppressedDiagnostic] {
        sorted(suppressed, in: sources, by: \.diagnostic)
    }

    private func sorted<Finding>(
        _ findings: [Finding], in sources: SourceSet, by diagnostic: (Finding) -> Diagnostic
    ) -> [Finding] {
        var seen = Set<Key>()
        let unique = findings.enumerated().filter { seen.insert(Key(diagnostic($0.element))).inserted }
        return unique.sorted { left, right in
            order(diagnostic(left.element), left.offset, sources).lexicographicallyPrecedes(
                order(diagnostic(right.element), right.offset, sources)
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

    /// The identity of a finding, for removing duplicates.
    private struct Key: Hashable {
        let code: DiagnosticCode
        let range: SourceRange
        let message: ByteText

        init(_ diagnostic: Diagnostic) {
            code = diagnostic.code
            range = diagnostic.range
            message = ByteText(diagnostic.message)
        }
    }
}
